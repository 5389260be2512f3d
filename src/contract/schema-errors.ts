import type { ErrorObject } from 'ajv/dist/2020.js';
import { wholeBeginning } from './whole-characters.js';

/** One place where a value departs from its schema, in plain words. */
export interface SchemaError {
  /** JSON Pointer into the value; of a missing member, where it should be. */
  readonly pointer: string;
  /** Keyword of JSON Schema that was broken, such as `type` or `required`. */
  readonly keyword: string;
  /** JSON Pointer into the schema, with a leading `#`. */
  readonly schemaPointer: string;
  /** Such as `a number`, `one of MARKET, LIMIT`, `present`. */
  readonly expected: string;
  /** JSON type and value, cut short: `the string "1.5"`, `missing`. */
  readonly actual: string;
  /** The rule of the document that asks for it, where the schema names one. */
  readonly rule?: string;
}

const LONGEST_SHOWN = 60;

const TYPES: Readonly<Record<string, string>> = {
  null: 'null',
  boolean: 'a boolean',
  integer: 'an integer',
  number: 'a number',
  string: 'a string',
  array: 'an array',
  object: 'an object',
};

const FORMATS: Readonly<Record<string, string>> = {
  'iso-8601': 'an ISO 8601 timestamp',
  'calendar-date': 'a day as YYYY-MM-DD',
};

const PATTERNS: Readonly<Record<string, string>> = {
  '^[A-Z]{3}-[0-9]{3}$': 'the id of a clause, such as MOD-011',
};

/**
 * Puts Ajv's errors (`verbose`, `allErrors`) into plain words, in the order of Ajv, each thing once: a wrong type is not
 * also reported as a wrong value, and a broken condition only by what it asked for.
 *
 * @param schema - the whole schema that the value was held against, to find the rule's name in
 */
export function describeSchemaErrors(errors: readonly ErrorObject[], schema: unknown): readonly SchemaError[] {
  const told = errors.filter((error) => !isEcho(error, errors)).map((error) => describeError(error, schema));
  const wrongTypes = new Set(told.filter(({ keyword }) => keyword === 'type').map(({ pointer }) => pointer));
  const seen = new Set<string>();
  return told.filter(({ pointer, keyword, expected }) => {
    const key = JSON.stringify([pointer, keyword, expected]);
    const repeated = seen.has(key) || (keyword !== 'type' && wrongTypes.has(pointer));
    seen.add(key);
    return !repeated;
  });
}

/** A value of JSON in plain words, with its type, never longer than a line. */
export function describeValue(value: unknown): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (Array.isArray(value))
    return value.length === 1 ? 'an array of 1 element' : `an array of ${value.length} elements`;
  if (typeof value === 'string') return describeString(value);
  if (typeof value === 'number' || typeof value === 'boolean') return `the ${typeof value} ${value}`;
  const { length } = Object.keys(value);
  return length === 1 ? 'an object with 1 member' : `an object with ${length} members`;
}

function describeString(value: string): string {
  if (value.length <= LONGEST_SHOWN) return `the string ${JSON.stringify(value)}`;
  return `the string ${JSON.stringify(wholeBeginning(value, LONGEST_SHOWN))}… of ${value.length} characters`;
}

/** Errors that only say that another one exists. */
function isEcho(error: ErrorObject, all: readonly ErrorObject[]): boolean {
  if (error.keyword === 'if' || error.keyword === 'propertyNames') return true;
  return all.some(
    (other) =>
      other !== error &&
      other.keyword === 'anyOf' &&
      error.instancePath.startsWith(other.instancePath) &&
      error.schemaPath.startsWith(`${other.schemaPath}/`),
  );
}

function describeError(error: ErrorObject, schema: unknown): SchemaError {
  const schemaPointer = locate(error, schema);
  const rule = ruleOf(schemaPointer, schema);
  return {
    pointer: pointerOf(error),
    keyword: error.keyword === 'false schema' ? 'false' : error.keyword,
    schemaPointer,
    expected: expectedOf(error),
    actual: actualOf(error),
    ...(rule !== undefined && { rule }),
  };
}

function pointerOf({ instancePath, params, propertyName }: ErrorObject): string {
  const member =
    propertyName ??
    (params['missingProperty'] as string | undefined) ??
    (params['additionalProperty'] as string | undefined);
  return member === undefined ? instancePath : `${instancePath}/${escapeStep(member)}`;
}

function actualOf({ keyword, data, parentSchema, propertyName }: ErrorObject): string {
  if (keyword === 'required') return 'missing';
  if (keyword === 'additionalProperties') return 'present'; // its value may be a secret under a mistyped name
  if (propertyName !== undefined)
    return `the member name ${JSON.stringify(wholeBeginning(propertyName, LONGEST_SHOWN))}`;
  if (parentSchema?.['writeOnly'] === true) return 'a value that is not shown';
  return describeValue(data);
}

function expectedOf({ keyword, schema, params, parentSchema }: ErrorObject): string {
  const limit = Number(params['limit']);
  switch (keyword) {
    case 'type':
      return TYPES[String(schema)] ?? String(schema);
    case 'enum':
      return `one of ${(schema as readonly unknown[]).join(', ')}`;
    case 'const':
      return describeValue(schema);
    case 'not': {
      const forbidden = schema as Readonly<Record<string, unknown>>;
      return 'const' in forbidden
        ? `anything but ${describeValue(forbidden['const'])}`
        : 'what the schema does not forbid';
    }
    case 'anyOf':
      return anyOfTypes(parentSchema?.['anyOf']);
    case 'required':
      return 'present';
    case 'additionalProperties':
    case 'false schema':
      return 'absent';
    case 'format':
      return FORMATS[String(schema)] ?? `in the format ${String(schema)}`;
    case 'pattern':
      return PATTERNS[String(schema)] ?? `text that matches ${String(schema)}`;
    case 'minLength':
      return limit === 1 ? 'a string that is not empty' : `at least ${limit} characters`;
    case 'minItems':
      return limit === 1 ? 'at least 1 element' : `at least ${limit} elements`;
    case 'maxItems':
      return `at most ${limit} elements`;
    case 'uniqueItems':
      return 'elements that all differ';
    case 'minimum':
      return `at least ${limit}`;
    case 'maximum':
      return `at most ${limit}`;
    case 'exclusiveMinimum':
      return `more than ${limit}`;
    case 'exclusiveMaximum':
      return `less than ${limit}`;
    default:
      return `what ${keyword} asks for`;
  }
}

function anyOfTypes(branches: unknown): string {
  const types = (branches as readonly { readonly type?: unknown }[]).map(
    ({ type }) => TYPES[String(type)] ?? 'another',
  );
  return types.join(' or ');
}

/**
 * Where the broken keyword stands in the whole schema. Ajv counts from the nearest `$ref` that it made a function of,
 * and does not say which, so the one that leads to the very same subschema is taken.
 */
function locate({ schemaPath, parentSchema, keyword }: ErrorObject, schema: unknown): string {
  const isFalse = keyword === 'false schema';
  const path = stepsOf(schemaPath).slice(0, -1);
  const definitions = Object.keys((schema as { readonly $defs?: object }).$defs ?? {});
  const found = [[], ...definitions.map((name) => ['$defs', name])]
    .map((base) => [...base, ...path])
    .find((steps) => nodesAlong(steps, schema).at(-1) === (isFalse ? false : parentSchema));
  if (found === undefined) return schemaPath;
  return ['#', ...found, ...(isFalse ? [] : [keyword])].map(escapeStep).join('/');
}

/** The nearest `$comment` on the way from the schema's root, which has one of its own, to a keyword. */
function ruleOf(schemaPointer: string, schema: unknown): string | undefined {
  const comments = nodesAlong(stepsOf(schemaPointer), schema)
    .slice(1)
    .map((node) =>
      typeof node === 'object' && node !== null ? (node as { readonly $comment?: unknown }).$comment : null,
    );
  return comments.findLast((comment) => typeof comment === 'string');
}

/** The schema itself and each node below it on the way; `undefined` from where there is none. */
function nodesAlong(steps: readonly string[], schema: unknown): readonly unknown[] {
  const nodes = [schema];
  for (const step of steps) {
    const here = nodes.at(-1);
    nodes.push(
      typeof here === 'object' && here !== null ? (here as Readonly<Record<string, unknown>>)[step] : undefined,
    );
  }
  return nodes;
}

function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split('/').slice(1);
  return steps.map((step) => decodeURIComponent(step).replaceAll('~1', '/').replaceAll('~0', '~'));
}

function escapeStep(step: string): string {
  return step.replaceAll('~', '~0').replaceAll('/', '~1');
}
