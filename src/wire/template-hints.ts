import type { Piece, Template } from './signature-template.js';

/** What may be a slip in a template that can be read, in a sentence each. */
export function templateHints({ text, pieces }: Template): readonly string[] {
  return [...shellHint(text), ...pieces.flatMap(rawHashHint)];
}

/** That placeholders are written as in a shell, if so. */
export function shellHint(template: string): readonly string[] {
  const hint =
    'the signature template has $ before {, as in a shell: the $ is signed; leave it out where it is not meant';
  return /\$\{/.test(template.replace(/\bpre\([^)]*\)/g, '')) ? [hint] : [];
}

/** Headers that tradecert sends with a modify. */
const SENT = 'host authorization content-type content-length x-timestamp x-nonce accept user-agent'.split(' ');

/** That headers are covered which no run sends, if so. */
export function unsentHeaderHints(template: string): readonly string[] {
  const names = [...template.matchAll(/\{header:([\w-]+)/g)].map(([, name = '']) => name);
  return names
    .filter((name) => !SENT.includes(name.toLowerCase()))
    .map(
      (name) =>
        `the signature template covers the header ${name}, which tradecert does not send: nothing is signed in its place; where the service does not need the header itself, cover its value by {env:NAME}`,
    );
}

/** In a group, raw bytes are usual. */
function rawHashHint(piece: Piece): string[] {
  if (piece.kind !== 'source' || !['sha256', 'sha512'].includes(piece.transforms.at(-1)?.name ?? '')) return [];
  const source = piece.name === '' ? piece.source : `${piece.source}:${piece.name}`;
  const spelled = [source, ...piece.transforms.map(({ name }) => (name === 'pre' ? 'pre(…)' : name))].join('|');
  return [
    `{${spelled}} signs the raw bytes of the hash: where the service signs its digits, write {${spelled}|hex}, or |base64`,
  ];
}
