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

/** In a group, raw bytes are usual. */
function rawHashHint(piece: Piece): string[] {
  if (piece.kind !== 'source' || !['sha256', 'sha512'].includes(piece.transforms.at(-1)?.name ?? '')) return [];
  const source = piece.name === '' ? piece.source : `${piece.source}:${piece.name}`;
  const spelled = [source, ...piece.transforms.map(({ name }) => (name === 'pre' ? 'pre(…)' : name))].join('|');
  return [
    `{${spelled}} signs the raw bytes of the hash: where the service signs its digits, write {${spelled}|hex}, or |base64`,
  ];
}
