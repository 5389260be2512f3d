import type { Fault, Setup } from '../mock/behaviour.js';

/** Each fault on a line of its own: name, clause, what it does, and in brackets what few have. */
export function renderFaultList(faults: readonly Fault[]): string {
  const width = Math.max(...faults.map(({ name }) => name.length));
  const lines = faults.map(
    (fault) => `${fault.name.padEnd(width)}  ${fault.clause}  ${fault.does}${renderMore(fault)}\n`,
  );
  return lines.join('');
}

/** The same for programs. */
export function renderFaultListJson(faults: readonly Fault[]): string {
  const rows = faults.map(({ name, clause, does, also = [], atTimes = [], needs = {} }) => {
    return { name, clause, sentence: does, also, atTimes, needs };
  });
  return `${JSON.stringify(rows, null, 2)}\n`;
}

function renderMore({ also = [], atTimes = [], needs = {} }: Fault): string {
  const more = [
    ...(also.length > 0 ? [`shows in ${also.join(', ')} too`] : []),
    ...(atTimes.length > 0 ? [`may show in ${atTimes.join(', ')} too`] : []),
    ...renderNeeds(needs),
  ];
  return more.length > 0 ? ` [${more.join('; ')}]` : '';
}

/** What `--fault` sets up for it. */
function renderNeeds({ signatureTemplate, operations, prefix }: Setup): string[] {
  return [
    ...(signatureTemplate === undefined ? [] : [`served with the signature template ${signatureTemplate}`]),
    ...(operations === true ? ['served with the other operations'] : []),
    ...(prefix === undefined ? [] : [`served at ${prefix}`]),
  ];
}
