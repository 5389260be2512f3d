import type { Locator, Page } from '@playwright/test';
import { accessibilityProblems, expect, test, unfoldAll, unfoldSome } from './report-page.js';

const visible = '.clause:visible';

/** Waits until what the page does once it is loaded is done: it goes to its address again, and marks the part that is read. */
function settled(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        setTimeout(() => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))));
      }),
  );
}

test.describe('page one', () => {
  test('says whether it conforms, of what, by which contract and seed, and what fails in plain words', async ({
    page,
    open,
    reports,
  }) => {
    const { results } = reports;
    await open('faulty');
    await expect(page.locator('h1')).toHaveText(`Non-conformant: ${results.counts.fail} required clauses do not hold.`);
    const about = page.locator('.about');
    await expect(about).toContainText(results.subject.baseUrl);
    await expect(about).toContainText(`version ${results.contract.version}`);
    await expect(about).toContainText('42, smoke depth');
    await expect(about.locator('time')).toHaveAttribute('datetime', results.startedAt);
    const row = page.locator('[id="MOD-011"] > summary');
    await expect(row).toBeInViewport({ ratio: 0.5 });
    await expect(row).toContainText('A stockCd that is no string and cannot be read as one is refused.');
    await expect(row).toContainText(
      'Seen instead: A modify that breaks this clause is accepted: status 200 with data.success true, although stockCd is',
    );
    await expect(page.locator('.shares')).toContainText(`${reports.results.counts.pass} passed`);
    await page.locator('.places a').first().click();
    await expect(page.locator('.shown')).toContainText(/^\d+ of \d+ clauses: fail, section /);
  });

  test('asks for nothing but itself, and breaks no rule of its own policy', async ({ page, open }) => {
    const [requests, complaints]: [string[], string[]] = [[], []];
    page.on('request', (request) => requests.push(request.url()));
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await open('faulty');
    await unfoldAll(page);
    expect(requests).toEqual([page.url()]);
    expect(complaints).toEqual([]);
  });

  test('has passing clauses folded, and failing ones in sight', async ({ page, open, reports }) => {
    await open('faulty');
    const { fail, warn } = reports.results.counts;
    await expect(page.locator(visible)).toHaveCount(fail + warn);
  });

  test('says so where nothing fails, and where nothing could be tried', async ({ page, open }) => {
    await open('conformant');
    await expect(page.locator('.calm')).toHaveText('Nothing was seen broken: 1 clause holds.');
    await open('nothing');
    await expect(page.locator('h1')).toContainText('Incomplete');
    await expect(page.locator('.reason')).toContainText('no order source was named');
  });
});

test.describe('filters', () => {
  test('are counts: each shows as many clauses as it says, and stands in the address', async ({
    page,
    open,
    reports,
  }) => {
    await open('faulty');
    await page.getByRole('link', { name: /^warned/ }).click();
    await expect(page).toHaveURL(/#show=warn$/);
    await expect(page.locator(visible)).toHaveCount(reports.results.counts.warn);
    await page.getByRole('link', { name: /^failed/ }).click();
    await expect(page).toHaveURL(/#show=warn,fail$/);
    await expect(page.locator(visible)).toHaveCount(reports.results.counts.warn + reports.results.counts.fail);
    await page.getByRole('link', { name: /^expected/ }).click();
    const said = Number(
      await page
        .getByRole('link', { name: /^expected/ })
        .locator('.count')
        .innerText(),
    );
    await expect(page.locator(visible)).toHaveCount(said);
    await page.goBack();
    await page.goBack();
    await expect(page).toHaveURL(/#show=warn$/);
    await expect(page.locator(visible)).toHaveCount(reports.results.counts.warn);
  });

  test('and search come with the address', async ({ page, open, reports }) => {
    await open('faulty', '#show=pass,fail&kind=required&q=stockcd%20string');
    await expect(page.getByRole('searchbox')).toHaveValue('stockcd string');
    await expect(page.getByRole('link', { name: /^passed/ })).toHaveAttribute('aria-current', 'true');
    await expect(page.locator('[id="MOD-011"]')).toBeVisible();
    await expect(page.locator('[id="CLK-006"]')).toBeHidden();
    await expect(page.locator('.shown')).toContainText(`of ${reports.results.clauses.length} clauses`);
  });

  test('can be undone where nothing matches', async ({ page, open, reports }) => {
    await open('faulty', '#q=no-such-word');
    await expect(page.locator(visible)).toHaveCount(0);
    await page.locator('.none').getByRole('link', { name: 'Show all clauses' }).click();
    await expect(page.locator(visible)).toHaveCount(reports.results.counts.fail + reports.results.counts.warn);
  });

  test('lead to the list of clauses from wherever they are chosen', async ({ page, open }) => {
    for (const hash of ['#pictures', '#questions']) {
      await open('faulty', hash);
      await page.getByRole('link', { name: /^failed/ }).click();
      await expect(page.locator('.shown')).toBeInViewport();
      await expect(page.locator('.group.fail .clause').first()).toBeInViewport();
    }
    await open('faulty', '#pictures');
    await page.getByRole('searchbox').fill('stockCd that is no string');
    await expect(page.locator('[id="MOD-011"]')).toBeInViewport();
  });

  test('take an address that makes no sense for none', async ({ page, open, reports }) => {
    const { fail, warn } = reports.results.counts;
    for (const hash of ['#%E0%A4%A', '#nothing-of-this-name', '#=&&=', '#show=']) {
      await open('conformant');
      await open('faulty', hash);
      await expect(page.locator(visible), hash).toHaveCount(fail + warn);
    }
  });
});

test.describe('search', () => {
  test('goes over sentences, ids, findings and evidence, and into the address', async ({ page, open }) => {
    await open('faulty');
    const field = page.getByRole('searchbox');
    await field.fill('clk-006');
    await expect(page).toHaveURL(/#q=clk-006$/);
    await expect(page.locator('[id="CLK-006"]')).toBeVisible();
    await expect(page.locator('[id="MOD-011"]')).toBeHidden();
    await field.fill('32400 s in the past');
    await expect(page.locator(visible)).toHaveCount(1);
    await field.fill('Price & <b>');
    await expect(page).toHaveURL(/#q=Price%20%26%20%3Cb%3E$/);
    await page.reload();
    await expect(field).toHaveValue('Price & <b>');
    await field.press('Escape');
    await expect(field).toHaveValue('');
    await expect(page).not.toHaveURL(/q=/);
  });

  test('unfolds what it finds, and folds it again', async ({ page, open }) => {
    await open('faulty');
    const found = page.locator('.group.pass .clause').first();
    await expect(found).toBeHidden();
    await page.getByRole('searchbox').fill((await found.getAttribute('id')) ?? '');
    await expect(found).toBeVisible();
    await page.getByRole('searchbox').fill('');
    await expect(found).toBeHidden();
  });
});

test.describe('a permalink', () => {
  test('opens a clause that is folded away, and has the keyboard there', async ({ page, open, reports }) => {
    const id = reports.results.clauses.find(({ verdict }) => verdict === 'pass')?.id ?? '';
    await open('faulty', `#${id}`);
    await expect(page.locator(`[id="${id}"] .facts`)).toBeInViewport();
    await expect(page.locator(`[id="${id}"] > summary`)).toBeFocused();
  });

  test('that leads nowhere says so, and to the clause where only the finding is missing', async ({ page, open }) => {
    await open('faulty', '#NOPE-999');
    await expect(page.locator('.shown')).toHaveText(/Nothing on this page is called “NOPE-999”/);
    await expect(page.locator('.shown')).toBeInViewport();
    await open('conformant');
    await open('faulty', '#MOD-011.99');
    await expect(page.locator('.shown')).toContainText('MOD-011.99');
    await expect(page.locator('[id="MOD-011.1"]')).toBeVisible();
  });

  test('leads to a finding, an open question and a picture', async ({ page, open }) => {
    for (const id of ['MOD-011.1', 'question-OPN-017', 'picture-window']) {
      await open('conformant');
      await open('faulty', `#${id}`);
      await expect(page.locator(`[id="${id}"]`)).toBeInViewport();
    }
  });

  test('is followed inside of the page, and back', async ({ page, open }) => {
    await open('faulty', '#show=fail');
    await page.locator('.map .spot.fail').first().click();
    await expect(page).toHaveURL(/#[A-Z]{3}-\d{3}&show=fail$/);
    await expect(page.locator('.clause[open] .finding')).not.toHaveCount(0);
    await page.goBack();
    await expect(page).toHaveURL(/#show=fail$/);
  });
});

test('filters and search stay when a reader goes elsewhere on the page, and to a clause that they leave out', async ({
  page,
  open,
}) => {
  await open('faulty', '#show=fail&q=stockCd');
  const shown = await page.locator('.shown').textContent();
  for (const [name, place] of [
    ['Pictures', 'pictures'],
    ['By section', 'sections'],
    ['Clauses', 'clauses'],
  ] as const) {
    await page.locator('.views').getByRole('link', { name, exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`#${place}&show=fail&q=stockCd$`));
    await expect(page.locator('.shown')).toHaveText(shown ?? '');
    await expect(page.getByRole('searchbox')).toHaveValue('stockCd');
  }
  await page.reload();
  await expect(page.locator('.group.pass')).toBeHidden();
  await open('conformant');
  await open('faulty', '#PAG-001&show=fail');
  await expect(page.locator('[id="PAG-001"]')).toBeInViewport();
});

test.describe('the open questions', () => {
  test('are searched where they are shown', async ({ page, open }) => {
    await open('faulty', '#questions');
    await page.getByRole('searchbox').fill('OPN-017');
    await expect(page).toHaveURL(/#questions&q=OPN-017$/);
    await expect(page.locator('.question:visible')).toHaveCount(1);
    await page.getByRole('searchbox').fill('');
    await expect(page.locator('.question:visible').nth(2)).toBeVisible();
  });

  test('are filtered by what became of their pins, each as many as it says, and that stands in the address', async ({
    page,
    open,
    reports,
  }) => {
    const { length } = reports.results.questions;
    await open('drifted', '#questions');
    const chip = (name: RegExp): Locator => page.locator('.states').getByRole('link', { name });
    const shown = page.locator('.question:visible');
    await chip(/drifted/).click();
    await expect(page).toHaveURL(/#questions&state=drifted$/);
    await expect(chip(/drifted/)).toHaveAttribute('aria-current', 'true');
    await expect(shown).toHaveCount(2);
    await expect(page.locator('.questions > .found')).toHaveText(`2 of ${length} questions match.`);
    await chip(/as pinned/).click();
    await expect(page).toHaveURL(/#questions&state=drifted,pinned$/);
    await expect(shown).toHaveCount(3);
    await page.goBack();
    await expect(shown).toHaveCount(2);
    await chip(/drifted/).click();
    await expect(page).toHaveURL(/#questions$/);
    await expect(shown).toHaveCount(length);
    const counts = await page.locator('.states .count').allInnerTexts();
    expect(counts.reduce((sum, count) => sum + Number(count), 0)).toBe(length);
    await page.getByRole('searchbox').fill('former');
    await expect(chip(/drifted/).locator('.count')).toHaveText('2');
    await expect(chip(/not pinned/).locator('.count')).toHaveText('0');
  });

  test('keep their filter while a reader is elsewhere, show a linked one all the same, and leave clauses alone', async ({
    page,
    open,
    reports,
  }) => {
    await open('drifted', '#questions&state=drifted');
    await page.locator('.views').getByRole('link', { name: 'Clauses' }).click();
    await expect(page).toHaveURL(/#clauses&state=drifted$/);
    await expect(page.locator('.shown')).toHaveText('');
    await expect(page.locator(visible)).toHaveCount(reports.results.counts.fail + reports.results.counts.warn);
    await page.locator('.views').getByRole('link', { name: 'Open questions' }).click();
    await expect(page.locator('.question:visible')).toHaveCount(2);
    await open('conformant');
    await open('drifted', '#question-OPN-045&state=drifted');
    await expect(page.locator('.question:visible')).toHaveCount(3);
    await expect(page.locator('[id="question-OPN-045"]')).toBeInViewport();
  });

  test('are gone through and filtered with the keyboard', async ({ page, open }) => {
    await open('drifted', '#questions');
    await page.locator('.states a').first().focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/#questions&state=drifted$/);
    await page.getByRole('searchbox').press('ArrowDown');
    const shown = page.locator('.question:visible');
    await expect(shown.first()).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(shown.last()).toBeFocused();
    await page.keyboard.press('Home');
    await expect(shown.first()).toBeFocused();
  });

  test('are a page of their own', async ({ page, open }) => {
    await open('faulty');
    await expect(page.locator('.question').first()).toBeHidden();
    await page.locator('.views').getByRole('link', { name: 'Open questions' }).click();
    await expect(page.locator('.question').first()).toBeInViewport();
    await expect(page.locator('main > section:visible')).toHaveCount(1);
    await page.locator('.views').getByRole('link', { name: 'By section' }).click();
    await expect(page.locator('.map')).toBeInViewport();
    await expect(page.locator('.question').first()).toBeHidden();
    await page.goBack();
    await expect(page.locator('main > section:visible')).toHaveCount(1);
  });

  test('are told of on page one where answers are other ones than pinned', async ({ page, open }) => {
    await open('hostile');
    const note = page.getByRole('complementary', { name: 'Changed answers' });
    await expect(note).toContainText('1 answer to open questions differs from what is pinned: OQ-1');
    await note.getByRole('link', { name: 'OQ-1' }).click();
    await expect(page.locator('[id="question-OQ-1"]')).toBeInViewport();
  });
});

test('the part of the page that is read is marked in its navigation', async ({ page, open }) => {
  const current = page.locator('.views [aria-current]');
  await open('hostile');
  await expect(current).toHaveText('Clauses');
  for (const name of ['By section', 'Pictures', 'Open questions', 'By time', 'Clauses']) {
    await page.locator('.views').getByRole('link', { name }).click();
    await expect(current).toHaveText(name);
  }
  await page.locator('#pictures').scrollIntoViewIfNeeded();
  await page.evaluate(() => {
    scrollTo(0, document.documentElement.scrollHeight);
  });
  await expect(current).toHaveText('Pictures');
  await open('faulty', '#question-OPN-017');
  await expect(current).toHaveText('Open questions');
});

test.describe('a finding', () => {
  test('labels expected and actual, what was sent and what came back, and marks the difference', async ({
    page,
    open,
  }) => {
    await open('faulty', '#MOD-011.1');
    const finding = page.locator('[id="MOD-011.1"]');
    await expect(finding.locator('.expected')).toContainText('a refusal');
    await expect(finding.locator('.actual')).toContainText('status 200 with data.success true');
    await expect(finding.getByRole('group', { name: 'What was sent' })).toContainText('POST /public/v1/orders/modify');
    await expect(finding.getByRole('group', { name: 'What came back' })).toContainText('status 200');
    await expect(finding.locator('del').filter({ hasText: 'stockCd' })).toHaveCount(1);
    await expect(finding.locator('ins').filter({ hasText: 'stockCd' })).toHaveCount(1);
    await expect(finding.locator('mark')).toContainText('"success": true');
    await expect(finding.locator('.difference')).toContainText('It differs in');
  });

  test('brings the place that matters into sight', async ({ page, open }) => {
    await open('faulty', '#LKP-015');
    await expect(page.locator('[id="LKP-015.1"] mark')).toBeInViewport();
  });

  test('is copied: replay, curl and link', async ({ page, open, context, reports }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const clipboard = (): Promise<string> => page.evaluate(() => navigator.clipboard.readText());
    await open('faulty', '#MOD-011.1');
    const finding = page.locator('[id="MOD-011.1"]');
    await finding.getByRole('button', { name: 'Copy the replay command' }).click();
    await expect(page.locator('.told')).toHaveText('Copied.');
    expect(await clipboard()).toContain(
      `npx --no -- tradecert run --base-url ${reports.results.subject.baseUrl} --only MOD-011 --seed 42`,
    );
    await finding.getByRole('button', { name: 'Copy as curl' }).click();
    await expect.poll(clipboard).toContain(`-H 'Authorization: Bearer '"$TRADECERT_TOKEN"`);
    expect(await clipboard()).not.toContain('redacted');
    await finding.getByRole('button', { name: 'Copy link' }).click();
    await expect
      .poll(clipboard)
      .toBe('faulty.html#MOD-011.1 (A stockCd that is no string and cannot be read as one is refused.)');
  });
});

test.describe('the map of the document', () => {
  test('has the sections in their order, with the titles of the document', async ({ page, open, reports }) => {
    await open('faulty');
    const titles = await page.locator('.map tbody th').allInnerTexts();
    const numbers = titles.map((title) => title.split(/\s/)[0]);
    expect(numbers).toEqual([...numbers].sort((a = '', b = '') => a.localeCompare(b, 'en', { numeric: true })));
    expect(titles.map((title) => title.replaceAll(/\s+/g, ' '))).toContain('5 Authentication');
    await expect(page.locator('.map thead th')).toHaveText(['Section', 'Service', 'Service and client', 'Client']);
    await expect(page.locator('.spot')).toHaveCount(reports.results.clauses.length);
  });

  test('filters by section, and dims what a filter leaves out', async ({ page, open, reports }) => {
    await open('faulty');
    await page.locator('.map').getByRole('link', { name: '5 Authentication' }).click();
    await expect(page).toHaveURL(/#section=5$/);
    const own = reports.results.clauses.filter(({ section }) => section === '5').length;
    await expect(page.locator('.spot:not(.dim)')).toHaveCount(own);
    await expect(page.locator('.shown')).toContainText(
      `${own} of ${reports.results.clauses.length} clauses: section 5`,
    );
  });
});

test.describe('with the keyboard alone', () => {
  test('a reader skips to the clauses, goes from one to the next, and opens one', async ({ page, open }) => {
    await open('faulty');
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to the clauses' })).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await expect(page.locator('.group.fail > summary')).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const second = page.locator('.group.fail .clause > summary').nth(1);
    await expect(second).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('.group.fail .clause').nth(1)).toHaveAttribute('open');
    await page.keyboard.press('Home');
    await expect(page.locator('.group.fail > summary')).toBeFocused();
  });

  test('a reader searches and goes down to what was found', async ({ page, open }) => {
    await open('faulty');
    await page.getByRole('searchbox').focus();
    await page.keyboard.type('stockCd that is no string');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.locator('[id="MOD-011"]')).toHaveAttribute('open');
  });

  test('the map is one stop, with arrows from mark to mark', async ({ page, open }) => {
    await open('faulty');
    await expect(page.locator('.spot:not([tabindex="-1"])')).toHaveCount(1);
    await page.locator('.spot').first().focus();
    await page.keyboard.press('ArrowRight');
    await expect(page.locator('.spot').nth(1)).toBeFocused();
    const title = (await page.locator('.spot').nth(1).getAttribute('title')) ?? '';
    await expect(page.locator('.pointed')).toHaveText(title);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`#${title.split(' ')[0]}$`));
  });
});

test.describe('on any screen', () => {
  for (const name of ['faulty', 'hostile', 'conformant', 'nothing'] as const) {
    test(`the page of the ${name} run is no wider than a phone`, async ({ page, open }) => {
      await page.setViewportSize({ width: 390, height: 844 });
      await open(name);
      await unfoldAll(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
      await expect(page.locator('h1')).toBeInViewport();
    });
  }

  test('a narrow page has what fails soon after its first screen', async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('faulty');
    const box = await page.locator('.group.fail .clause').first().boundingBox();
    expect(box?.y).toBeLessThan(1.2 * 844);
  });

  test('a narrow page keeps its navigation in sight, one line high, and hides nothing behind it', async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('faulty', '#pictures');
    const bar = await page.locator('.views').boundingBox();
    const heading = await page.locator('#pictures > h2').boundingBox();
    expect(bar?.y).toBe(0);
    expect(bar?.height).toBeLessThan(60);
    expect(heading?.y).toBeGreaterThanOrEqual(bar?.height ?? 0);
    await page.locator('.views').getByRole('link', { name: 'Open questions' }).click();
    await expect(page.locator('.views [aria-current]')).toHaveText('Open questions');
    await expect(page.locator('.views [aria-current]')).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.questions > h2')).toBeInViewport({ ratio: 1 });
  });

  test('a link of a narrow page stays under the finger that is on it, though the page scrolls', async ({
    page,
    open,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('faulty', '#pictures');
    const current = page.locator('.views [aria-current]');
    await expect(current).toHaveText('Pictures');
    await settled(page);
    const { x, y, width, height } = (await current.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await expect(page.locator('.views a:active')).toHaveText('Pictures');
    const scrolledTo = (): Promise<number> => page.locator('.views').evaluate((list) => list.scrollLeft);
    const pressed = await scrolledTo();
    await page.locator('#sections').evaluate((section) => section.scrollIntoView());
    await expect(current).toHaveText('By section');
    expect(await scrolledTo()).toBe(pressed);
    await page.mouse.up();
    await page.evaluate(() => {
      scrollTo(0, 0);
    });
    await expect.poll(scrolledTo).toBeLessThan(pressed);
  });

  test('dark is dark', async ({ page, open }) => {
    const ground = (): Promise<string> => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.emulateMedia({ colorScheme: 'light' });
    await open('faulty');
    const light = await ground();
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(light).toBe('rgb(244, 245, 247)');
    expect(await ground()).toBe('rgb(14, 17, 21)');
  });
});

test('on paper every clause has its line, broken ones their evidence, and what only works on a screen is gone', async ({
  page,
  open,
}) => {
  await open('faulty');
  await page.emulateMedia({ media: 'print' });
  const passed = await page.locator('.group.pass .clause').first().boundingBox();
  expect(passed?.height).toBeLessThan(32);
  await expect(page.locator('.side')).toBeHidden();
  await expect(page.locator('.shares')).toBeVisible();
  await expect(page.locator('button.copy').first()).toBeHidden();
  await expect(page.locator('.group.pass .clause > summary').first()).toBeVisible();
  await expect(page.locator('.group.unverified .clause > summary').first()).toBeVisible();
  await expect(page.locator('.group.pass .clause .facts').first()).toBeHidden();
  await expect(page.locator('.finding .wire').first()).toBeVisible();
  const cut = await page
    .locator('.wire')
    .evaluateAll((panes) => panes.filter((pane) => pane.scrollHeight > pane.clientHeight + 2).length);
  expect(cut, 'panes that are cut off').toBe(0);
  await expect(page.locator('.question').first()).toBeVisible();
  expect((await page.pdf({ format: 'A4' })).length).toBeGreaterThan(50_000);
});

test.describe('axe-core finds nothing', () => {
  test.describe.configure({ timeout: 180_000 });

  const pages = [
    ['faulty', 'light'],
    ['faulty', 'dark'],
    ['hostile', 'light'],
    ['conformant', 'light'],
    ['nothing', 'dark'],
  ] as const;
  for (const [name, colorScheme] of pages) {
    test(`on the page of the ${name} run, ${colorScheme}`, async ({ page, open }) => {
      await page.emulateMedia({ colorScheme });
      await open(name);
      await unfoldSome(page);
      expect(await accessibilityProblems(page)).toEqual([]);
    });
  }

  test('on a phone, and with a filter', async ({ page, open }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open('faulty', '#show=fail&q=stock');
    expect(await accessibilityProblems(page)).toEqual([]);
  });

  test('on the open questions under a filter', async ({ page, open }) => {
    await open('drifted', '#questions&state=drifted');
    expect(await accessibilityProblems(page)).toEqual([]);
  });
});

test('markup in what a service says is text and does nothing', async ({ page, open }) => {
  const events: string[] = [];
  page.on('dialog', (dialog) => {
    events.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('console', (message) => events.push(message.text()));
  await open('hostile');
  await unfoldAll(page);
  await expect(page.locator('.actual dd').first()).toContainText('<script>alert(1)</script>');
  await expect(page.locator('script')).toHaveCount(1);
  await expect(page.locator('img, iframe, object, embed, form, a[href^="http"], a[href^="javascript"]')).toHaveCount(0);
  expect(events).toEqual([]);
});

test.describe('without its script', () => {
  test.use({ javaScriptEnabled: false });

  test('the page says the same, and its links lead to the clauses', async ({ page, open }) => {
    await open('faulty');
    await expect(page.locator('[id="MOD-011"] > summary')).toBeVisible();
    await expect(page.getByRole('searchbox')).toBeHidden();
    await expect(page.locator('button.copy').first()).toBeHidden();
    await page.locator('[id="MOD-011"] > summary').click();
    await expect(page.locator('[id="MOD-011.1"]')).toContainText('Expected');
    await page.getByRole('link', { name: /^passed/ }).click();
    await expect(page.locator('.group.pass > summary')).toBeInViewport();
  });

  test('the open questions stand behind the rest, and alone at their address', async ({ page, open }) => {
    await open('faulty');
    await expect(page.locator('.question').first()).toBeVisible();
    await page.locator('.views').getByRole('link', { name: 'Open questions' }).click();
    await expect(page.locator('.map')).toBeHidden();
    await expect(page.locator('.question').first()).toBeInViewport();
    await page.locator('.views').getByRole('link', { name: 'By section' }).click();
    await expect(page.locator('.map')).toBeInViewport();
  });
});
