/**
 * Pages in a real browser: texts of requests are never markup, everything fits and is legible, and the structure helps
 * those who do not see it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';
import { obtainBrowser } from '../../../../embedded/setup/browser.ts';
import { comparisonPage } from '../../../../engines/evaluation/report/comparison.ts';
import { performancePage } from '../../../../engines/evaluation/report/performance/page.ts';
import { madeReport } from '../../../support/evaluation/performance-report.ts';
import type { MadeLevel } from '../../../support/evaluation/performance-report.ts';

const script = (name: string): string => readFileSync(new URL(`../../../support/${name}`, import.meta.url), 'utf8');
const PALE_TEXTS = script('pale-texts.mjs');
const FAULTS = script('page-faults.mjs');

const ATTACK =
  '</title></style></main><script>window.attacked = 1</script><img src="http://127.0.0.1:9/x.png" ' +
  `onerror="window.attacked = 2">"'${'long'.repeat(100)}`;

const FEW: readonly MadeLevel[] = [
  { users: 1, answered: 100 },
  { users: 8, answered: 200, stallMs: 3000 },
  { users: 64, answered: 200, lagMs: 9, failures: { rate_limited: 4, timeout: 1 } },
  { users: 128, answered: 0, failures: { connection: 10 } },
];
const MANY = Array.from({ length: 100 }, (_, at): MadeLevel => ({ users: at + 1, answered: 20, failures: { cut: 1 } }));

const COMPARED = {
  title: 'Faithfulness',
  judge: ATTACK,
  pairs: 5000,
  groups: 400,
  baselineMean: 0.91,
  candidateMean: 0.84,
  difference: -0.07,
  interval: { low: -0.1, high: -0.04 },
  pValue: 0.0001,
  wins: 100,
  losses: 900,
  ties: 4000,
  outcome: 'worse' as const,
  regressions: Array.from({ length: 20 }, (_, at) => ({
    group: 'g',
    baselineIndex: 4000 + at,
    candidateIndex: 4000 + at,
    baseline: 1,
    candidate: at / 20,
  })),
};

const PAGES: Readonly<Record<string, string>> = {
  'a performance run': performancePage(madeReport(FEW, ATTACK)),
  'a search with 100 levels': performancePage(
    madeReport(MANY, 'search', { search: { by: 'parallel', share: 0.95, largest: 32, limited_by: 'client' } }),
  ),
  'a performance run without an answer': performancePage(madeReport([{ users: 1, answered: 0 }])),
  'a comparison': comparisonPage({
    baseline: ATTACK,
    candidate: 'job_2',
    pairs: 5000,
    questions: new Map([[4000, ATTACK]]),
    metrics: [
      COMPARED,
      { ...COMPARED, title: 'Correctness', judge: null, interval: null, regressions: [], outcome: 'undecided' },
      { ...COMPARED, title: 'Relevance', groups: 5, interval: null, regressions: [], outcome: 'too_few_groups' },
    ],
  }),
};

const browser = await chromium.launch({
  executablePath: await obtainBrowser(process.env, () => undefined),
  args: ['--no-sandbox'],
});
after(() => browser.close());

for (const [name, page] of Object.entries(PAGES)) {
  for (const [colorScheme, width] of [
    ['light', 1200],
    ['dark', 390],
  ] as const) {
    test(`the page of ${name} fits a ${colorScheme} window of ${width} pixels, and is legible and well-formed`, async () => {
      const tab = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
      const requests: string[] = [];
      tab.on('request', (request) => requests.push(request.url()));
      await tab.setContent(page);
      await tab.evaluate('document.querySelectorAll("details").forEach((closed) => (closed.open = true))');
      assert.deepEqual(await tab.evaluate(FAULTS), []);
      assert.deepEqual(await tab.evaluate(PALE_TEXTS), []);
      assert.ok((await tab.evaluate<number>('document.documentElement.scrollWidth')) <= width);
      assert.equal(await tab.evaluate('window.attacked'), undefined);
      assert.equal(await tab.locator('script, img, link, iframe, object').count(), 0);
      assert.deepEqual(requests, []);
      // No text of a plot lies outside of it.
      const outside = await tab.locator('svg text').evaluateAll((texts) =>
        texts.flatMap((text) => {
          const [own, plot] = [text.getBoundingClientRect(), text.closest('svg')?.getBoundingClientRect()];
          return plot && (own.left < plot.left - 1 || own.right > plot.right + 1) ? [text.textContent] : [];
        }),
      );
      assert.deepEqual(outside, []);
      await tab.close();
    });
  }
}

test('a page of 100 levels is small enough to be sent by mail', () => {
  assert.ok((PAGES['a search with 100 levels'] ?? '').length < 1_000_000);
});

test('the page of a performance run says what did not count, and why', async () => {
  const tab = await browser.newPage();
  await tab.setContent(performancePage(madeReport(FEW)));
  const row = (region: string, heading: string) =>
    tab.locator(`[aria-label="${region}"] tbody tr`).filter({ hasText: heading }).locator('td').allInnerTexts();
  assert.deepEqual((await row('Levels that are not valid', '2: 64 users')).slice(0, 3), ['loop_lag', '9.27', '2']);
  assert.deepEqual(await row('Failures', 'rate_limited'), ['4', '2: 4 (2 %)', 'Status 429.']);
  const [sent, intended, , longest] = (await row('Stalls', '1: 8 users')).map((text) =>
    Number(text.replaceAll(',', '')),
  );
  assert.ok(sent && intended && longest && sent < 2000 && longest > 3000, `${sent} ${longest}`);
  assert.equal(await tab.locator('circle.invalid').count(), 6);
  await tab.close();
});
