/** Digits after the point of a step such as `0.00001`. */
export function decimalsOf(step: number): number {
  const [, fraction = '', exponent = '0'] = /^\d+(?:\.(\d+))?(?:e-(\d+))?$/.exec(String(step)) ?? [];
  return fraction.length + Number(exponent);
}

/** The nearest multiple of a step, as the number that its shortest decimal names. */
export function onGrid(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(decimalsOf(step)));
}
