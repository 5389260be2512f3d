import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Clause } from './clause.js';
import { SuiteError } from './suite-error.js';

/** A line of a file of the package, counted from one. The path is relative to the package and has slashes. */
export interface SpecLine {
  readonly file: string;
  readonly line: number;
}

/** Where a clause is written, and where specs/openapi.yaml describes what it is about. */
export interface ClausePlace {
  readonly clause: SpecLine;
  /** Absent where the description has nothing about it, such as the operations that are only named. */
  readonly openapi?: SpecLine;
}

type Path = readonly (string | number)[];

interface Source {
  readonly file: string;
  readonly document: Document;
  readonly lines: LineCounter;
}

const schema = (name: string): Path => ['components', 'schemas', name];
const MODIFY: Path = ['paths', '/orders/modify', 'post'];
const LOOKUP: Path = ['paths', '/stocks/orders', 'get'];
const SIGNATURE: Path = ['components', 'parameters', 'Signature'];
const TIMESTAMP: Path = ['components', 'parameters', 'Timestamp'];
const TOKEN: Path = ['components', 'securitySchemes', 'bearerToken'];

/** What a section of the document is about. What a clause names is looked for in each; else the first it is. */
const OF_SECTION: Readonly<Record<string, readonly Path[]>> = {
  '2.1': [schema('OrderTypeCode'), schema('ModifyRequest')],
  '2.2': [schema('SideCode'), schema('ModifyRequest')],
  '2.3': [schema('ModifyRequest')],
  '2.4': [schema('ModifyRequest')],
  '2.5': [schema('ModifyResult')],
  '2.6': [schema('StockGroupCode')],
  '2.7': [schema('Instrument')],
  '2.8': [schema('InstrumentPage')],
  '3': [MODIFY],
  '4.1': [schema('Envelope')],
  '4.2': [MODIFY, schema('ModifyRequest')],
  '4.3': [LOOKUP, schema('InstrumentPage')],
  '5': [TOKEN, SIGNATURE, TIMESTAMP],
  '7': [['components', 'responses', 'Refused']],
  '9': [['servers', 0]],
};

/** Areas that are about one thing, whatever the section. */
const OF_AREA: Readonly<Record<string, readonly Path[]>> = {
  order: [MODIFY, schema('ModifyRequest')],
  token: [TOKEN],
  signature: [SIGNATURE],
  timestamp: [TIMESTAMP],
};

/**
 * Where each clause stands, by id.
 *
 * @param rootDir - folder of the package, with `specs/` in it
 * @throws SuiteError where a clause or a part of the description is not where it is looked for
 */
export function readClausePlaces(rootDir: string, catalogue: readonly Clause[]): Record<string, ClausePlace> {
  const openapi = readSource(rootDir, 'specs/openapi.yaml');
  const areas = new Map([...new Set(catalogue.map(({ area }) => area))].map((area) => [area, readArea(rootDir, area)]));
  return Object.fromEntries(
    catalogue.map((clause) => {
      const written = areas.get(clause.area)?.get(clause.id);
      if (written === undefined) throw missing(`specs/clauses/${clause.area}.yaml`, clause.id);
      const described = describedAt(clause, openapi);
      return [clause.id, { clause: written, ...(described && { openapi: lineOf(openapi, described) }) }];
    }),
  );
}

function readSource(rootDir: string, file: string): Source {
  const lines = new LineCounter();
  return { file, lines, document: parseDocument(readFileSync(join(rootDir, file), 'utf8'), { lineCounter: lines }) };
}

/** The line of each clause of one file, by id. */
function readArea(rootDir: string, area: string): Map<string, SpecLine> {
  const source = readSource(rootDir, `specs/clauses/${area}.yaml`);
  const clauses = source.document.get('clauses', true);
  const items = isSeq(clauses) ? clauses.items.filter((item) => isMap(item)) : [];
  return new Map(items.map((item) => [String(item.get('id')), placeOf(source, item)]));
}

function describedAt(clause: Clause, { document }: Source): Path | undefined {
  const parts = OF_AREA[clause.area] ?? OF_SECTION[clause.section] ?? [];
  // Mostly the status of an answer, which is no member of it.
  const words = clause.sentence.replaceAll(/(?<!member )status/g, '').split(/[^\w-]+/);
  const named = words.flatMap((word) => parts.map((part) => namedIn(document, part, word)));
  return named.find((path) => path !== undefined) ?? parts[0];
}

/** The property or parameter of this name in a part of the description, or the part itself where it has that name. */
function namedIn(document: Document, part: Path, name: string): Path | undefined {
  if (document.getIn([...part, 'name']) === name) return part;
  if (document.hasIn([...part, 'properties', name])) return [...part, 'properties', name];
  const parameters = document.getIn([...part, 'parameters'], true);
  const items = isSeq(parameters) ? parameters.items : [];
  const index = items.findIndex((item) => isMap(item) && item.get('name') === name);
  return index < 0 ? undefined : [...part, 'parameters', index];
}

/** The line of a member is that of its key. */
function lineOf(source: Source, path: Path): SpecLine {
  const last = path.at(-1);
  const parent = source.document.getIn(path.slice(0, -1), true);
  const node = isMap(parent)
    ? parent.items.map(({ key }) => key).find((key) => isScalar(key) && key.value === last)
    : isSeq(parent) && typeof last === 'number'
      ? parent.items[last]
      : undefined;
  if (node === undefined) throw missing(source.file, path.join('/'));
  return placeOf(source, node as Node);
}

function placeOf({ file, lines }: Source, { range }: Node): SpecLine {
  return { file, line: lines.linePos(range?.[0] ?? 0).line };
}

function missing(file: string, what: string): SuiteError {
  return new SuiteError(`There is no ${what} in ${file}.`, file, 'correct src/contract/clause-places-source.ts');
}
