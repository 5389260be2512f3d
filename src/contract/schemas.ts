import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AnySchemaObject } from 'ajv/dist/2020.js';
import type { SchemaName } from './generated/schema-names.js';
import { packageRoot } from './package-root.js';
import { compileSchema } from './schema-compiler.js';
import { describeSchemaErrors, type SchemaError } from './schema-errors.js';
import { SuiteError } from './suite-error.js';
import { toPaste } from './to-paste.js';

export type { SchemaName } from './generated/schema-names.js';

/** Holds a parsed JSON value against a schema: no errors mean that it conforms. */
export type Validator = (value: unknown) => readonly SchemaError[];

const validators = new Map<SchemaName, Validator>();

/**
 * The validator of one schema in `schemas/`, compiled when it is first asked for and once per process.
 *
 * @throws SuiteError where the schema's file is missing or is no schema
 */
export function validatorFor(name: SchemaName): Validator {
  const known = validators.get(name);
  if (known !== undefined) return known;
  const validator = compileValidator(name);
  validators.set(name, validator);
  return validator;
}

/**
 * A schema as it stands in `schemas/`, for readers that want its descriptions, such as the documentation of settings.
 *
 * @throws SuiteError where the file is missing or is no JSON
 */
export function loadSchema(name: SchemaName): AnySchemaObject {
  const file = schemaFile(name);
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as AnySchemaObject;
  } catch (error) {
    throw unusable(name, error);
  }
}

function compileValidator(name: SchemaName): Validator {
  const schema = loadSchema(name);
  const validate = compileOrExplain(name, schema);
  return (value) => (validate(value) ? [] : describeSchemaErrors(validate.errors ?? [], schema));
}

function compileOrExplain(name: SchemaName, schema: AnySchemaObject): ReturnType<typeof compileSchema> {
  try {
    return compileSchema(schema, { checked: false });
  } catch (error) {
    throw unusable(name, error);
  }
}

function unusable(name: SchemaName, error: unknown): SuiteError {
  const because = error instanceof Error ? error.message : String(error);
  return new SuiteError(
    `The schema "${name}" cannot be used: ${because}.`,
    schemaFile(name),
    `make it again with ${toPaste('generate')}`,
  );
}

function schemaFile(name: SchemaName): string {
  return join(packageRoot, 'schemas', `${name}.json`);
}
