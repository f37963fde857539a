/** Reports of evaluations: what their files contain, and how the page looks and behaves in a real browser. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { chromium } from 'playwright-core';
import type { EvalQualityResult } from '../../../api/evaluation/schemas.ts';
import { obtainBrowser } from '../../../embedded/setup/browser.ts';
import { servePages } from '../../support/servers/page-server.ts';
import { sharedSystem } from '../../support/service/system.ts';

const { api } = await sharedSystem();
const client = await api.client();

const ATTACK =
  '</div></main><script>window.attacked = 1</script><img src="http://127.0.0.1:9/x.png" onerror="window.attacked ' +
  '= 2">';
const CONTEXTS = ['Expenses above 500 euros are approved by the finance board. The board meets on Mondays.', ATTACK];
const QUESTION = 'Who approves expenses above 500 euros?';
const RIGHT = { user_input: QUESTION, actual_output: 'The finance board approves them.', retrieval_contexts: CONTEXTS };
const WRONG = { ...RIGHT, actual_output: 'Zoological gardens in Reykjavik approve them every leap year.' };
const CASES = [
  RIGHT,
  { ...WRONG, user_input: '=HYPERLINK("http://127.0.0.1:9")' },
  { ...RIGHT, actual_output: ' ' },
  { ...RIGHT, user_input: ATTACK, actual_output: `${ATTACK} The finance board approves them.` },
];

const run = await client.expect<EvalQualityResult>(200, 'POST', '/v1/eval/sync', {
  body: {
    name: `<b>nightly</b>`,
    eval_type: 'rag',
    input: { type: 'inline_test_cases', test_cases: CASES },
    metrics: [{ metric_key: 'rag.faithfulness', threshold: 0.9 }, { metric_key: 'rag.hallucination' }],
  },
});

async function download(name: string): Promise<string> {
  const report = run.reports.find((candidate) => candidate.name === name) ?? assert.fail(name);
  const answer = await fetch(report.url);
  assert.equal(answer.headers.get('content-type'), report.media_type);
  assert.match(answer.headers.get('content-disposition') ?? '', /^attachment; filename="job_/);
  const text = await answer.text();
  assert.equal(Buffer.byteLength(text), report.bytes);
  return text;
}

const PALE_TEXTS = readFileSync(new URL('../../support/pale-texts.mjs', import.meta.url), 'utf8');

const FAULTS = readFileSync(new URL('../../support/page-faults.mjs', import.meta.url), 'utf8');

const browser = await chromium.launch({
  executablePath: await obtainBrowser(process.env, () => undefined),
  args: ['--no-sandbox'],
});
after(() => browser.close());
const pages = await servePages({ report: await download('report.html') });

test('the files of a run are its result and all of its cases', async () => {
  assert.deepEqual(
    run.reports.map(({ name }) => name),
    ['report.html', 'cases.csv', 'cases.jsonl', 'result.json'],
  );
  const { reports: _reports, case_results, ...result } = run;
  assert.deepEqual(JSON.parse(await download('result.json')), result);

  const lines = (await download('cases.jsonl'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as object);
  assert.deepEqual(
    lines,
    case_results.map(({ index, scores }) => ({ index, case: CASES[index], scores, agreement: [] })),
  );

  const [header, ...rows] = (await download('cases.csv')).trim().split('\r\n');
  assert.match(
    header ?? '',
    /^index,group,user_input,.*,rag.faithfulness \(built_in\),rag.faithfulness \(built_in\) unmeasured,/,
  );
  assert.equal(rows.length, CASES.length);
  assert.match(rows[1] ?? '', /^1,,"'=HYPERLINK\(""http/);
  assert.match(rows[2] ?? '', /,empty_answer,/);
});

/** The report in a window of this width. */
async function openReport(width: number, colorScheme: 'light' | 'dark') {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(pages.url('report'));
  return { page, requests };
}

test('nothing of a case runs or loads, and nothing at all is loaded', async () => {
  const { page, requests } = await openReport(1200, 'light');
  for (const summary of await page.locator('.case > summary').all()) await summary.click();
  assert.equal(await page.evaluate(() => 'attacked' in globalThis), false);
  assert.equal(await page.locator('script, img, link, iframe, object').count(), 0);
  assert.deepEqual(requests, [pages.url('report')]);
  assert.equal(await page.locator('h1').textContent(), 'Evaluation <b>nightly</b>');
  // Even markup that came into the page would not run.
  await page.evaluate(
    `document.body.append(Object.assign(document.createElement('script'), { textContent: 'window.attacked = 3' }))`,
  );
  assert.equal(await page.evaluate(() => 'attacked' in globalThis), false);
});

test('the worst case comes first, with its claims and the quotes that they rest on', async () => {
  const { page } = await openReport(1200, 'light');
  const cases = page.locator('.case');
  assert.deepEqual(
    [await cases.first().getAttribute('id'), await cases.last().getAttribute('id')],
    ['case-1', 'case-2'],
  );
  await page.locator('#case-0 > summary').click();
  assert.equal(await page.locator('#case-0 mark.supported').first().textContent(), 'The finance board approves them.');
  assert.match((await page.locator('#case-0 mark.quote').first().textContent()) ?? '', /approved by the finance board/);
  await page.locator('#case-1 > summary').click();
  assert.match((await page.locator('#case-1 mark.unsupported').first().textContent()) ?? '', /Reykjavik/);
});

test('the keyboard chooses which cases are shown', async () => {
  const { page } = await openReport(1200, 'light');
  const shown = () => page.locator('.case:visible').evaluateAll((found) => found.map(({ id }) => id));
  await page.locator('#all').focus();
  await page.keyboard.press('ArrowDown');
  assert.ok((await shown()).includes('case-1'));
  assert.ok(!(await shown()).includes('case-2'));
  await page.keyboard.press('ArrowDown');
  assert.deepEqual(await shown(), ['case-2']);
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  assert.equal(await page.locator('#case-2').getAttribute('open'), '');
});

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [1200, 390]) {
    test(`the page fits a ${colorScheme} window of ${width} pixels, and is legible and well-formed`, async () => {
      const { page } = await openReport(width, colorScheme);
      for (const summary of await page.locator('.case > summary').all()) await summary.click();
      assert.ok((await page.evaluate<number>('document.documentElement.scrollWidth')) <= width);
      assert.deepEqual(await page.evaluate(PALE_TEXTS), []);
      assert.deepEqual(await page.evaluate(FAULTS), []);
    });
  }
}
