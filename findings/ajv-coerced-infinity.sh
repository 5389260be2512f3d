#!/usr/bin/env bash
# Ajv refuses a number that is infinite, and makes one of text.
#
# Versions   ajv 8.20.0, as Fastify 5.12.8 sets it up for bodies and queries; Node 20 (known: ajv-validator/ajv#2212)
# Behaviour  strictNumbers is on by default, so that 1e400, which JavaScript reads as Infinity, is no number. With coerceTypes, which
#            Fastify turns on, text is made a number after that check, and what became of it is not checked once more. A minimum does
#            not help, a maximum does. With coerceTypes: false all text is refused.
# Output     12.5 valid, 12.5
#            1e400 invalid
#            "12.5" valid, 12.5
#            "" invalid
#            "Infinity" valid, Infinity
#            "1e400" valid, Infinity
# Exits with 0 where it is as seen, with 1 where it has changed.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
npm init --yes >npm.log
npm install --silent --no-fund --no-audit ajv@8.20.0
cat >ask.cjs <<'JS'
const Ajv = require('ajv').default;

const ajv = new Ajv({ coerceTypes: 'array', useDefaults: true, removeAdditional: true, allErrors: false });
const isValid = ajv.compile({ type: 'object', properties: { price: { type: 'number', minimum: 0 } } });
for (const text of ['12.5', '1e400', '"12.5"', '""', '"Infinity"', '"1e400"']) {
  const body = JSON.parse(`{"price":${text}}`);
  console.log(text, isValid(body) ? `valid, ${body.price}` : 'invalid');
}
JS
node ask.cjs | tee seen
diff - seen <<'SEEN'
12.5 valid, 12.5
1e400 invalid
"12.5" valid, 12.5
"" invalid
"Infinity" valid, Infinity
"1e400" valid, Infinity
SEEN
