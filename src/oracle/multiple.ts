/**
 * Whether a number is a multiple of a unit, both taken as the decimals that they are written as: 4.35 is one of 0.01,
 * whatever binary fractions make of it. Exact for any double; a unit that is not above 0 has every multiple.
 */
export function isMultipleOf(value: number, unit: number): boolean {
  if (!Number.isFinite(value) || !(unit > 0)) return true;
  const places = Math.max(decimals(value), decimals(unit));
  return scaled(value, places) % scaled(unit, places) === 0n;
}

/** Digits after the point when written without an exponent. */
function decimals(value: number): number {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  return Math.max(0, mantissa.replace(/^-?\d\.?/, '').length - Number(exponent));
}

/** The number times a power of ten that makes it whole. */
function scaled(value: number, places: number): bigint {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return BigInt(`${whole}${fraction}`) * 10n ** BigInt(places - fraction.length + Number(exponent));
}
