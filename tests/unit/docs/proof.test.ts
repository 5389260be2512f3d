import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { clientSubjects } from '../../../prove/client-subjects.js';
import { figuresLine } from '../../../prove/render-text.js';
import { allSubjects } from '../../../prove/subjects.js';
import { loadCatalogue } from '../../../src/contract/catalogue.js';
import { packageRoot } from '../../../src/contract/package-root.js';

const SUBJECTS = { service: allSubjects, client: clientSubjects };

for (const page of ['README.md', 'docs/proof.md']) {
  for (const side of ['service', 'client'] as const) {
    test(`${page} says how many faults of a ${side} are proven, on how many clauses`, () => {
      const groups = SUBJECTS[side]().map(({ group }) => group);
      const faults = groups.filter((group) => group === 'faulty').length;
      const other = side === 'service' ? 'client' : 'service';
      const clauses = loadCatalogue().filter(({ kind, role }) => kind !== 'observe' && role !== other).length;
      const figures = {
        ...{ faults, faultsNoticed: faults, legalServices: groups.length - faults, falseAlarms: 0 },
        ...{ clauses, clausesProven: clauses },
      };
      const line = figuresLine(figures, { side, whole: true });
      // prose may break the line anywhere
      expect(readFileSync(join(packageRoot, page), 'utf8').replace(/\s+/g, ' ')).toContain(line);
    });
  }
}
