import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium } from '@playwright/test';
import { packageRoot } from '../../src/contract/package-root.js';
import { findBrowser } from '../../tests/support/browser.js';

interface Picture {
  /** Of the address. */
  readonly hash: string;
  readonly width: number;
  readonly height: number;
  readonly colorScheme: 'light' | 'dark';
}

/** The pictures of docs/report.md, by the name of the file. */
const PICTURES: Readonly<Record<string, Picture>> = {
  'report-page-one': { hash: '', width: 1200, height: 800, colorScheme: 'light' },
  'report-finding': { hash: '#MOD-011.1', width: 1160, height: 960, colorScheme: 'dark' },
  'report-sections': { hash: '#sections', width: 1200, height: 800, colorScheme: 'light' },
  'report-pictures': { hash: '#picture-coverage', width: 1200, height: 760, colorScheme: 'light' },
  'report-questions': { hash: '#questions', width: 1160, height: 640, colorScheme: 'dark' },
};

/** Takes the pictures of docs/report.md, all of them of the sample with twenty faults. */
export async function takePictures(): Promise<void> {
  const page = pathToFileURL(join(packageRoot, 'docs', 'samples', 'twenty-faults', 'index.html')).href;
  const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--disable-gpu'] });
  try {
    for (const [name, { hash, width, height, colorScheme }] of Object.entries(PICTURES)) {
      const tab = await browser.newPage({ viewport: { width, height }, colorScheme });
      await tab.goto(page + hash, { waitUntil: 'load' });
      await tab.screenshot({ path: join(packageRoot, 'docs', `${name}.png`) });
      await tab.close();
    }
  } finally {
    await browser.close();
  }
}
