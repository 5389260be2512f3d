/** A number as `digits * 10^-places`, exactly as its shortest text says. */
function exactly(value: number): { readonly digits: bigint; readonly places: number } {
  const [mantissa = '0', exponent = '0'] = String(value).split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  return { digits: BigInt(whole + fraction), places: fraction.length - Number(exponent) };
}

/** Whether a value is a whole number of steps, without the rounding of binary fractions. */
export function isMultiple(value: number, step: number): boolean {
  const [a, b] = [exactly(value), exactly(step)];
  const places = Math.max(a.places, b.places);
  const scaled = ({ digits, places: own }: typeof a): bigint => digits * 10n ** BigInt(places - own);
  return scaled(a) % scaled(b) === 0n;
}

/** The nearest whole number of steps, written without binary noise. */
export function roundTo(value: number, step: number): number {
  const { digits, places } = exactly(step);
  return Number(`${BigInt(Math.round(value / step)) * digits}e${-places}`);
}
