/** The value of a variable; `undefined` where there is none, also of a name that every object answers to, such as `constructor`. */
export function ownValue<T>(variables: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(variables, name) ? variables[name] : undefined;
}
