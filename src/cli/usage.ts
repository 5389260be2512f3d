/** Help texts, and the flags behind them. */
export interface Usage {
  readonly summary: string;
  readonly text: string;
}

const SETTINGS_NOTE = `Settings come from flags, then the environment, then .env, then the profile. Each TRADECERT_ variable that is no
secret is also a flag: TRADECERT_BASE_URL is --base-url. Secrets are never flags:
  TRADECERT_TOKEN, TRADECERT_TOKEN_COMMAND   the JWT, or a command that prints a fresh one
  TRADECERT_SIGNING_KEY                      the HMAC key
  TRADECERT_CERTIFICATE_KEY                  the key that signs the certificate
`;

const EXIT_NOTE = `Exit status: 0 conformant, 1 non-conformant, 2 wrong settings or usage, 3 incomplete: nothing failed, yet
something required could not be verified.
`;

const TRAFFIC_FLAGS_NOTE = `  --name TEXT                  what the client is called in the report and the certificate
  --only CLAUSE[,CLAUSE...]    these clauses only; globs such as 'SIG-*'
  --strict                     warnings fail
  --json                       both results on standard output, all else on standard error
  --profile FILE               kinds, waivers and pinned answers, YAML
  --signature-template TEXT    what the signature covers, or a preset's name
  --signing-key-encoding NAME  utf8, hex, base64 or base64url; default utf8
  --certificate-key-file FILE  sign the certificate with this key, as tradecert keygen writes it
  --certificate-days N         how long it holds; default 90
`;

const TRAFFIC_KEY_NOTE = `TRADECERT_SIGNING_KEY is the clients' key: without it, signatures are not verified. TRADECERT_TOKEN is their token:
with it, it is also looked for where it must not be.`;

/** Every command, in the order in which help lists them. */
export const COMMAND_NAMES = [
  ...(['run', 'client', 'proxy', 'audit', 'report', 'serve', 'compare', 'keygen', 'sign', 'verify'] as const),
  ...(['doctor', 'signature', 'init', 'generate'] as const),
] as const;

export type CommandName = (typeof COMMAND_NAMES)[number];

/** What each command prints with `--help`. */
export const USAGES: Readonly<Record<CommandName, Usage>> = {
  run: {
    summary: 'certify a service: the one at the base URL, or the embedded reference service',
    text: `Usage: tradecert run [flags]

Certifies the service at the base URL, or, where none is set, the embedded reference service.

  --out DIR                    folder of the report; default reports/<time>-<subject>
  --seed N                     repeat the cases of an earlier run; default random, printed
  --depth smoke|standard|deep  how many cases; default standard
  --only CLAUSE[,CLAUSE...]    these clauses only; globs such as 'SIG-*'
  --shard I/N                  this part of the clauses only; all parts with the same --seed, put together by report
  --resume DIR                 go on with the stopped run in this folder, and judge nothing again; what is not given is as
                               it was
  --strict                     warnings and changed answers to open questions fail
  --read-only                  modify nothing
  --json                       results.json on standard output, all else on standard error

  --base-url URL               with its prefix, such as https://staging.example/public/v1
  --environment NAME           staging, sandbox or production (which is read-only); needed unless on this machine
  --profile FILE               what the subject declares of itself, YAML
  --write-profile FILE         write the observed answers to open questions into this profile, as pins
  --signature-template TEXT    what the signature covers, or a preset's name
  --signing-key-encoding NAME  utf8, hex, base64 or base64url; default utf8
  --orders-url URL | --orders-command CMD | --orders-file FILE
                               where orders come from that may be modified
  --orders-show off            do not ask the order source how orders stand
  --rate N                     most requests a second; default 20 for a host that is not this machine
  --max-time TIME              begin nothing new after 90s, 30m or 2h, say; what is open then is unverified. Setting
                               orders back and the report come on top: seconds, minutes where the service is slow
  --max-requests N             begin nothing new after so many requests; setting orders back takes some more; what is
                               open then is unverified
  --certificate-key-file FILE  sign the certificate with this key, as tradecert keygen writes it
  --certificate-days N         how long it holds; default 90

${SETTINGS_NOTE}
${EXIT_NOTE}`,
  },
  client: {
    summary: 'certify a client: one that is started by a command, or one that comes by itself',
    text: `Usage: tradecert client --exec CMD [flags]
       tradecert client --listen PORT [flags]
       tradecert client --list-scenarios

Certifies a client against services of our own that behave in many legal and some illegal ways, one scenario after
another, each between two plain ones.

  --exec CMD                   start CMD once for each task, with TRADECERT_BASE_URL, TRADECERT_TOKEN,
                               TRADECERT_SIGNING_KEY, TRADECERT_SIGNING_KEY_ENCODING, TRADECERT_SIGNATURE_TEMPLATE
                               and TRADECERT_TASK
  --listen PORT                wait for a client that fetches its tasks from /__tradecert/tasks; 0: any free port
  --scenario NAME[,NAME...]    these scenarios only; globs such as 'refused-*'
  --list-scenarios             name every scenario, its clause, and what the service does
  --timeout SECONDS            how long the client has for one task; default 30
  --name TEXT                  what the client is called in the report and the certificate; default its command

  --out DIR                    folder of the report; default reports/<time>-client
  --seed N                     repeat the prices and orders of an earlier run; default random, printed
  --depth smoke|standard|deep  smoke leaves out scenarios that differ from another in values only; default standard
  --only CLAUSE[,CLAUSE...]    these clauses only; globs such as 'SIG-*'
  --shard I/N                  this part of the scenarios only; all parts with the same --seed, put together by report
  --strict                     warnings fail
  --read-only                  no task that modifies is given
  --json                       results.json on standard output, all else on standard error
  --profile FILE               kinds, waivers and pinned answers, YAML
  --write-profile FILE         write the observed answers to open questions into this profile, as pins
  --signature-template TEXT    what the signature covers, or a preset's name; default concat
  --signing-key-encoding NAME  how the client reads its key: utf8, hex, base64 or base64url; default utf8
  --certificate-key-file FILE  sign the certificate with this key, as tradecert keygen writes it
  --certificate-days N         how long it holds; default 90

Token and key are made up for the run; TRADECERT_SIGNING_KEY in the environment sets the key.

${EXIT_NOTE}`,
  },
  proxy: {
    summary: 'stand between clients and a service, and judge both',
    text: `Usage: tradecert proxy --target URL --listen PORT [flags]

Passes everything that clients send on to the service, byte for byte, and judges both sides. Sends nothing of its own.
Point clients at the base URL that it prints. Ctrl-C ends it.

  --target URL                 base URL of the service, with its prefix, such as https://staging.example/public/v1
  --listen PORT                where clients come, on this machine; default any that is free
  --control PORT               where results are asked for while it runs; default any that is free
  --max-record SIZE            largest exchanges.jsonl, such as 500M; beyond it traffic is judged and not recorded;
                               default 1G

  --out DIR                    folder of the two reports, client/ and service/; default reports/<time>-proxy
${TRAFFIC_FLAGS_NOTE}
${TRAFFIC_KEY_NOTE}

${EXIT_NOTE}`,
  },
  audit: {
    summary: 'judge recorded traffic, both sides, sending nothing',
    text: `Usage: tradecert audit FILE.har [flags]

Judges the traffic in a HAR 1.2 file, as browsers, Playwright and proxies record it: its clients and its service. Sends
nothing.

  --base-url URL               of the service, with its prefix, such as https://staging.example/public/v1; needed only
                               where the file has the operations of several services, or where TRADECERT_BASE_URL is
                               set, in the environment or .env, to another one than the file has

  --out DIR                    folder of the two reports, client/ and service/; default reports/<time>-audit
${TRAFFIC_FLAGS_NOTE}
${TRAFFIC_KEY_NOTE} Tokens and signatures of the file are in no report.

${EXIT_NOTE}`,
  },
  report: {
    summary: 'make the report of a recorded run again, or put shards together',
    text: `Usage: tradecert report DIR [flags]
       tradecert report DIR DIR... --out DIR [flags]

With the folder of one run, makes its report again from results.json and exchanges.jsonl; also of a run that was killed.
With the folders of all shards of one run (--shard I/N of run and client), makes the run of them: the results, and the digest
of them, that one run with the same seed comes to. Shards that are missing, doubled or of another run are an error.
What was altered after its run is held against its certificate, and is an error, too.

  --out DIR    where to; default the folder of the one run, or, for shards, reports/<time>-<subject>
  --json       results.json on standard output, all else on standard error

  --key FILE                   a public key that must have signed the run, or each shard; may be given more than once
  --certificate-key-file FILE  Ed25519 key that signs the certificate; default TRADECERT_CERTIFICATE_KEY
  --certificate-days N         how long the certificate holds; default 90

${EXIT_NOTE}`,
  },
  serve: {
    summary: 'the reference service alone, to develop against',
    text: `Usage: tradecert serve [flags]
       tradecert serve --list-faults [--json]

Starts the reference service on this machine and prints how to point a run or a client at it. Ctrl-C ends it.
Token and signing key are made up at each start; TRADECERT_SIGNING_KEY in the environment sets the key.

  --port N                     default: any that is free
  --fault NAME                 misbehave in this way; may be given more than once
  --list-faults                name every fault, the clause that it breaks, and what it does; in brackets, for some,
                               further clauses that it shows in and what --fault sets up for it
  --json                       the list as JSON

  --prefix PATH                of the base URL; default /public/v1
  --signature-template TEXT    what the signature covers, or a preset's name; default concat
  --signing-key-encoding NAME  how the key is read: utf8, hex, base64 or base64url; default utf8
  --token-time TIME            how long a token holds, such as 10m; default 7 days. Then a command that gets fresh
                               ones is printed, in place of a token
  --curl FILE                  write a modify that it accepts, as its client would send it, into a new file, and do
                               not print what the signature covers: practice for tradecert signature find
`,
  },
  compare: {
    summary: 'what changed between two recorded runs',
    text: `Usage: tradecert compare FIRST SECOND [flags]

Shows what changed from one run to another: newly broken, mended and no longer verified clauses, other answers to open
questions, added and removed clauses, and how long answers took. FIRST and SECOND are folders of runs (--out), of two
services or of two clients: two releases, two environments, or a service and the reference service.

  --html FILE      the comparison as one page for a browser
  --markdown FILE  the comparison for a pull request
  --json           the comparison on standard output, all else on standard error

Exit status: 0 nothing is newly broken, 1 something is, beyond what a waiver accepts, 2 the runs cannot be compared.
`,
  },
  keygen: {
    summary: 'a key that signs certificates',
    text: `Usage: tradecert keygen [--out FILE]

Writes a new Ed25519 key, for its owner's eyes only, and its public half beside it. Prints the key's id. Overwrites nothing.

  --out FILE  the private key; the public one is FILE.pub; default certificate-key.pem
`,
  },
  sign: {
    summary: "add a signature to a run's certificate",
    text: `Usage: tradecert sign DIR [flags]

Adds a signature to certificate.json in DIR, beside those that it has: a partner's, an operator's. What the certificate says is
verified first, and not signed where it does not hold; earlier signatures are not checked: tradecert verify does that.

  --certificate-key-file FILE  the private key, as tradecert keygen writes it

TRADECERT_CERTIFICATE_KEY holds the key itself, TRADECERT_CERTIFICATE_KEY_FILE names its file.

Exit status: 0 signed, 1 not signed, since something does not hold, 2 wrong settings or usage.
`,
  },
  verify: {
    summary: "check a run's certificate, offline",
    text: `Usage: tradecert verify DIR [--key FILE]... [flags]

Checks the certificate of the run in DIR: signatures, the SHA-256 of every file, validity, that the whole plan was run, and that
the clauses come to the verdict. What can be judged again from the recorded exchanges is. Names each thing that does not hold.
Playwright's own report, playwright/, is not part of what is certified.

  --key FILE        a public key; each key that is named must have signed; may be given more than once
  --allow-unsigned  without a key: take a certificate that nobody signed, or whose signatures nobody checked
  --at DAY          whether it held on that day, such as 2026-12-31, or at a moment, such as 2026-12-31T12:00:00Z
  --json            the outcome as JSON

Exit status: 0 valid, 1 not valid, 2 wrong usage, 3 expired, and all else holds. A valid certificate may be that of a run that
is non-conformant.
`,
  },
  doctor: {
    summary: 'check settings, reachability, clock, token, signature and order source before anything is judged',
    text: `Usage: tradecert doctor [flags]

Checks what a run against the service at the base URL rests on, line by line: what was found, what it means, what to do.
It sends three lookups, asks the order source for one order of each of 27 kinds, and sends one signed modify that sets an
order to its own prices; with --read-only, or in production, nothing but the lookups. It writes no file.

  --read-only                  modify nothing
  --json                       the checks as JSON on standard output

  --base-url, --environment, --profile, --signature-template, --signing-key-encoding, --orders-url, --orders-command,
  --orders-file, --orders-show, --rate
                               as for tradecert run

${SETTINGS_NOTE}
Exit status: 0 ready, warnings included; 1 a check failed; 2 wrong settings or usage.
`,
  },
  signature: {
    summary: 'find what a signature covers from a signed request, explain how one is made, or make one; sends nothing',
    text: `Usage: tradecert signature find REQUEST [flags]
       tradecert signature explain REQUEST [flags]
       tradecert signature make --url URL [flags]

find tries what a signature may cover until it comes to that of a request that the service accepted, and prints the
templates that do, the simplest first. explain shows step by step how the current template signs a request.
make prints the headers that a request lacks to be sent now, one a line: X-Timestamp, X-Nonce where the template has one, X-Signature.

REQUEST is one of
  --curl FILE                  a curl command; - reads standard input; find takes several
  --har FILE [--entry N]       an entry of a HAR file, counted from 1; default: signed ones that were answered with 200
  --url URL --headers FILE --body FILE [--method POST]

  --env NAME                   find: the value of this variable may be signed, too; may be given more than once
  --most N                     find: so many signatures are tried at most; default 5000000
  --url URL, --method NAME     make: of the request, as it will be sent; default POST
  --body FILE                  make: its body, byte for byte; - reads standard input; default none
  --header TEXT                make: a header that the template covers, such as 'X-Api-Key: a'; may be given more than once
  --signature-template TEXT    explain, make: what the signature covers, or a preset's name; default concat
  --signing-key-encoding NAME  explain, make: utf8, hex, base64 or base64url; default utf8
  --profile FILE               where settings are
  --json                       find, explain: the outcome as JSON

The key is that of TRADECERT_SIGNING_KEY, in the environment or .env. For make, so is the token, in TRADECERT_TOKEN.

Exit status: 0 a template was found, the signature is the one that was sent, or one was made; 1 not; 2 wrong settings or usage.
`,
  },
  init: {
    summary: 'write .env.example, a profile and a CI file into your repository',
    text: `Usage: tradecert init [flags]

Writes .env.example and tradecert.yaml, a profile, both with comments, into the current folder, and adds to .gitignore what
must not be committed. Overwrites nothing: what is there already stays, and is named.

  --dir DIR           another folder, made where there is none
  --ci github|gitlab  CI files as well, a certification each night and a gate of pull requests: two workflows in
                      .github/workflows, or tradecert.gitlab-ci.yml; says which secrets they need
  --client            with --ci: a gate that certifies a client, and no settings of a service
`,
  },
  generate: {
    summary: 'schemas and types from specs/',
    text: `Usage: tradecert generate [--check]

Writes the schemas and types that are generated from specs/.

  --check  write nothing; end with status 1 where a committed file is stale
`,
  },
};

/** What `tradecert --help` prints. */
export const MAIN_USAGE: string = `Usage: tradecert COMMAND [flags]

${COMMAND_NAMES.map((name) => `  ${name.padEnd(11)}${USAGES[name].summary}`).join('\n')}

  --help     on each command: its flags
  --version  the version

${EXIT_NOTE}`;
