import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageRoot } from './package-root.js';

/** `## 5. Authentication` or `### 2.1 Order type code`: number and title of a section. */
const HEADING = /^#{2,} (\d+(?:\.\d+)*)\.? +(.+?) *$/gm;

let titles: ReadonlyMap<string, string> | undefined;

/** The title of each section of the document by its number, in the document's own words and order. */
export function sectionTitles(): ReadonlyMap<string, string> {
  titles ??= readTitles(readFileSync(join(packageRoot, 'specs', 'interface.md'), 'utf8'));
  return titles;
}

function readTitles(document: string): ReadonlyMap<string, string> {
  return new Map([...document.matchAll(HEADING)].map(([, number = '', title = '']) => [number, title]));
}
