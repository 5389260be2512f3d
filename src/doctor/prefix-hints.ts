import { shownValue } from '../signature/explain-template.js';
import { shownTemplate } from '../wire/shown-template.js';
import type { Template } from '../wire/signature-template.js';

const PATH = '/orders/modify';

/**
 * Where a template signs the path as it is sent: the template without the prefix, which a router or a gateway may take off
 * before the service sees the path.
 */
export function prefixHints({ text }: Template, baseUrl: string): readonly string[] {
  const prefix = new URL(baseUrl).pathname.replace(/\/$/, '');
  const sources = [...new Set(text.match(/\{(?:path|target)\}/g))];
  if (prefix === '' || sources.length === 0) return [];
  const without = sources.reduce((template, source) => template.replaceAll(source, PATH), text);
  return [
    `where the service signs the path without the prefix ${shownValue(prefix)}, as behind a router or a gateway that takes it off, write ${PATH} in place of ${sources.join(' and ')}: ${shownValue(shownTemplate(without))}`,
  ];
}
