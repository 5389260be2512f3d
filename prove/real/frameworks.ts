/** A command and its arguments. */
export type Command = readonly [string, ...string[]];

/** How a service of this folder is installed and started, in a copy of its folder. */
export interface Framework {
  /** What it is written with. */
  readonly what: string;
  readonly install: readonly Command[];
  /** Ends with the last of what it is given here; `PORT` is set. */
  readonly start: Command;
}

export const frameworks: Readonly<Record<string, Framework>> = {
  fastapi: {
    what: 'FastAPI, pydantic, Uvicorn (Python)',
    install: [
      ['python3', '-m', 'venv', 'venv'],
      ['venv/bin/pip', 'install', '--quiet', '--requirement', 'requirements.txt'],
    ],
    start: ['venv/bin/python', '-m', 'uvicorn', 'service:app', '--no-access-log', '--host', '127.0.0.1', '--port'],
  },
  fastify: {
    what: 'Fastify with JSON Schema (Node)',
    install: [['npm', 'ci', '--no-fund', '--no-audit', '--silent']],
    start: ['node', 'service.mjs'],
  },
  go: {
    what: 'net/http and encoding/json (Go)',
    install: [['go', 'build', '-o', 'service', '.']],
    start: ['./service'],
  },
};
