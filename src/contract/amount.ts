/** `1 clause`, `2 clauses`, `1,200 clauses`. */
export function amount(count: number, noun: string): string {
  return `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`;
}
