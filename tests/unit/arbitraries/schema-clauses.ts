import { validatorFor } from '../../../src/contract/schemas.js';
import type { SchemaError } from '../../../src/contract/schema-errors.js';

const validate = validatorFor('modify-request');

const TYPES: Readonly<Record<string, string>> = {
  '': 'MOD-063',
  '/stockCd': 'MOD-011',
  '/orderTypeCd': 'MOD-012',
  '/sideCd': 'MOD-013',
  '/orderDateTime': 'MOD-014',
  '/orderNo': 'MOD-015',
  '/orderQuantity': 'MOD-016',
  '/barrierPrice': 'MOD-017',
  '/orderPrice': 'MOD-018',
  '/profitRealizationYn': 'MOD-019',
  '/profitRealizationBarrierPrice': 'MOD-020',
  '/lossCutYn': 'MOD-021',
  '/lossCutBarrierPrice': 'MOD-022',
  '/lossTrackingYn': 'MOD-023',
};

const CODES: Readonly<Record<string, string>> = {
  '/orderTypeCd': 'MOD-031',
  '/sideCd': 'MOD-032',
  '/profitRealizationYn': 'TPS-031',
  '/lossCutYn': 'TPS-032',
  '/lossTrackingYn': 'TPS-033',
};

/** By keyword, pointer and, for the prices of 2.1, order type. */
const VALUES: Readonly<Record<string, string>> = {
  'format /orderDateTime': 'MOD-034',
  'minLength /orderNo': 'ORD-004',
  'required /orderNo': 'ORD-004',
  'required /orderDateTime': 'ORD-004',
  'required /orderPrice LIMIT': 'MOD-041',
  'required /barrierPrice STOP': 'MOD-042',
  'required /barrierPrice LIMIT_STOP': 'MOD-043',
  'required /orderPrice LIMIT_STOP': 'MOD-044',
  'not /orderPrice LIMIT': 'MOD-045',
  'not /barrierPrice STOP': 'MOD-046',
  'not /barrierPrice LIMIT_STOP': 'MOD-047',
  'not /orderPrice LIMIT_STOP': 'MOD-048',
  'const /barrierPrice MARKET': 'MOD-051',
  'const /orderPrice MARKET': 'MOD-052',
  'const /barrierPrice LIMIT': 'MOD-053',
  'const /orderPrice STOP': 'MOD-054',
  'required /profitRealizationBarrierPrice': 'TPS-021',
  'required /lossCutBarrierPrice': 'TPS-022',
  'not /profitRealizationBarrierPrice': 'TPS-023',
  'not /lossCutBarrierPrice': 'TPS-024',
  'const /profitRealizationBarrierPrice': 'TPS-025',
  'const /lossCutBarrierPrice': 'TPS-026',
};

/**
 * The clauses that the JSON Schema of the modify body sees broken in a parsed body, by Ajv's errors. An error that no
 * clause stands for is given as it is.
 *
 * @param orderNo - of the order that the body is meant for; its digits as a number are a matter of MOD-035
 * @param stockCd - likewise
 */
export function clausesBySchema(value: unknown, own: { readonly orderNo: string; readonly stockCd: string }): string[] {
  return [...new Set(validate(value).map((error) => clauseOf(error, value, own)))].sort();
}

function clauseOf({ keyword, pointer }: SchemaError, body: unknown, own: Readonly<Record<string, string>>): string {
  const field = pointer.slice(1);
  const value = pointer === '' ? body : (body as Readonly<Record<string, unknown>>)[field];
  if (keyword === 'type') return typeClause(pointer, value, own[field]) ?? `type ${pointer}`;
  if (keyword === 'enum') return isCodeInOtherCase(field, value) ? 'MOD-033' : (CODES[pointer] ?? `enum ${pointer}`);
  if (keyword === 'format' && value === '') return 'ORD-004';
  const type = (body as Readonly<Record<string, unknown>>)['orderTypeCd'];
  const plain = `${keyword} ${pointer}`;
  return VALUES[plain] ?? VALUES[`${plain} ${String(type)}`] ?? plain;
}

function typeClause(pointer: string, value: unknown, own: string | undefined): string | undefined {
  if (value === null && pointer !== '') return 'MOD-036';
  const converts =
    typeof value === 'string'
      ? value.trim() !== '' && !Number.isNaN(Number(value)) && Number.isFinite(Number(value))
      : typeof value === 'number' && own !== undefined && Number(own) === value;
  return converts && pointer !== '' ? 'MOD-035' : TYPES[pointer];
}

function isCodeInOtherCase(field: string, value: unknown): boolean {
  const codes = {
    orderTypeCd: ['MARKET', 'LIMIT', 'STOP', 'LIMIT_STOP'],
    sideCd: ['BUY', 'SELL', 'SELL_TO_CLOSE', 'BUY_TO_COVER'],
  };
  const own: readonly string[] = field in codes ? codes[field as keyof typeof codes] : ['Y', 'N'];
  return typeof value === 'string' && /^[A-Z_]+$/i.test(value) && own.includes(value.toUpperCase());
}
