/** Digits after the point in the shortest decimal of a number; 0 for a whole one. */
export function placesOf(value: number): number {
  const [, fraction, exponent] = split(value);
  return Math.max(0, fraction.length - exponent);
}

const MOST_COUNT = 999_999_999_999_999;

/**
 * How many units of 10^-places a decimal is; `null` where that is no whole number, or one of more than the 15 digits
 * that a double tells apart at every scale.
 */
export function toCount(value: number, places: number): number | null {
  const [whole, fraction, exponent] = split(value);
  const count = Number(`${whole}${fraction}e${exponent - fraction.length + places}`);
  return Number.isInteger(count) && Math.abs(count) <= MOST_COUNT ? count : null;
}

/** The number that the decimal count × 10^-places names: never 0.30000000000000004. */
export function fromCount(count: number, places: number): number {
  return Number(`${count}e-${places}`);
}

/** So many units, without what binary fractions get wrong. */
export function inUnits(points: number, unit: number): number {
  const places = placesOf(unit);
  const exact = fromCount(Math.round(points * unit * 10 ** places), places);
  // Of a unit too small to be counted, binary fractions have to do.
  return Number.isFinite(exact) ? exact : points * unit;
}

/** The parts of the shortest decimal; a sign belongs to the whole part. */
function split(value: number): readonly [whole: string, fraction: string, exponent: number] {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return [whole, fraction, Number(exponent)];
}
