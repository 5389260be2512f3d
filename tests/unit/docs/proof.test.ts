import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { figuresLine } from '../../../prove/render-text.js';
import { allSubjects } from '../../../prove/subjects.js';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { packageRoot } from '../../../src/contract/package-root.js';

for (const page of ['README.md', 'docs/proof.md']) {
  test(`${page} says how many faults, legal services and clauses are proven`, () => {
    const groups = allSubjects().map(({ group }) => group);
    const faults = groups.filter((group) => group === 'faulty').length;
    const clauses = loadCatalogue().filter(({ kind, role }) => kind !== 'observe' && role !== 'client').length;
    const figures = {
      ...{ faults, faultsNoticed: faults, legalServices: groups.length - faults, falseAlarms: 0 },
      ...{ clauses, clausesProven: clauses },
    };
    const line = figuresLine(figures, { whole: true });
    // prose may break the line anywhere
    expect(readFileSync(join(packageRoot, page), 'utf8').replace(/\s+/g, ' ')).toContain(line);
  });
}
