import { Ajv2020, type AnySchemaObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isCalendarDate, isIso8601 } from './formats.js';

const FORMATS = { 'iso-8601': isIso8601, 'calendar-date': isCalendarDate };

/**
 * Compiles one JSON Schema 2020-12, which refers to nothing outside itself. Unknown keywords and formats are errors.
 *
 * @param checked - also holds the schema itself against its meta-schema, which costs about as much again
 * @throws Error of Ajv where the schema is wrong
 */
export function compileSchema(schema: AnySchemaObject, { checked }: { readonly checked: boolean }): ValidateFunction {
  const ajv = new Ajv2020({
    strict: true,
    allErrors: true,
    verbose: true,
    formats: FORMATS,
    validateSchema: checked,
    ...(checked ? {} : { meta: false }),
  });
  return ajv.compile(schema);
}
