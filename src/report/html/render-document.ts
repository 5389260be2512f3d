import { fingerprint } from '../../wire/fingerprint.js';
import { Html, markup } from './html.js';

/** One page that loads nothing. */
export interface Document {
  readonly title: string;
  /** What made it. */
  readonly generator: string;
  /** The only style sheet, ours. */
  readonly style: string;
  /** The only script, ours; default none. */
  readonly script?: string;
  readonly body: Html;
}

/**
 * A whole HTML file for any screen. Its policy lets nothing but this style and this script in: no text of a service or a
 * client could act, load or send anything.
 */
export function renderDocument({ title, generator, style, script, body }: Document): string {
  const page = markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Html(policyOf(style, script))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="${generator}">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
${body}
${script !== undefined && markup`<script>${new Html(script)}</script>\n`}</body>
</html>
`;
  return page.text;
}

function policyOf(style: string, script: string | undefined): string {
  const scripts = script === undefined ? '' : ` script-src 'sha256-${fingerprint(script)}';`;
  return `default-src 'none'; style-src 'sha256-${fingerprint(style)}';${scripts} base-uri 'none'; form-action 'none'`;
}
