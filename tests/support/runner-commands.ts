/** A workflow command, as the runner of GitHub Actions understands a line of a log. */
export interface RunnerCommand {
  readonly name: string;
  readonly properties: Readonly<Record<string, string>>;
  readonly data: string;
}

/** Commands that the runner finds in the output of a step, in both of its spellings. */
export function runnerCommands(output: string): readonly RunnerCommand[] {
  return output.split(/\r\n|\r|\n/).flatMap((line) => doubleColon(line) ?? bracketed(line) ?? []);
}

/** `::name key=value,key=value::data`, behind nothing but white space. */
function doubleColon(line: string): RunnerCommand | null {
  const [, name = '', properties = '', data = ''] = /^::([^\s:]+)(?: (.*?))?::(.*)$/.exec(line.trimStart()) ?? [];
  if (name === '') return null;
  const pairs = properties.split(',').map((pair) => /^([^=]*)=(.*)$/.exec(pair)?.slice(1) ?? [pair, '']);
  return {
    name,
    properties: Object.fromEntries(pairs.map(([key = '', value = '']) => [key, decoded(value)])),
    data: decoded(data),
  };
}

/** `##[name]data`, anywhere in the line; `##vso[…]` and `##teamcity[…]` are those of other CIs. */
function bracketed(line: string): RunnerCommand | null {
  const [, name = '', data = ''] = /##((?:\w*)\[[^\]]*)\](.*)$/.exec(line) ?? [];
  return name === '' ? null : { name, properties: {}, data };
}

const ESCAPED: Readonly<Record<string, string>> = { '%0D': '\r', '%0A': '\n', '%3A': ':', '%2C': ',', '%25': '%' };

function decoded(text: string): string {
  return text.replaceAll(/%(?:0D|0A|3A|2C|25)/g, (found) => ESCAPED[found] ?? found);
}
