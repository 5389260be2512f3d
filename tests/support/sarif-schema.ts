import published from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';

const FORMATS = {
  uri: (text: string) => URL.canParse(text),
  'uri-reference': (text: string) => URL.canParse(text, 'file:///'),
  'date-time': /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z$/,
};

/** What the published schema of SARIF 2.1.0 has against a value. */
export function sarifErrors(value: unknown): readonly string[] {
  isSarif ??= compileSchema();
  isSarif(value);
  return (isSarif.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

let isSarif: ReturnType<typeof compileSchema> | undefined;

function compileSchema() {
  // The schema is of draft 4; what it uses means the same in later ones, but for these two.
  const schema: Record<string, unknown> = { ...published };
  delete schema['$schema'];
  delete schema['id'];
  // One of its patterns is none under the flag u.
  return new Ajv({ strict: false, allErrors: true, formats: FORMATS, unicodeRegExp: false }).compile(schema);
}
