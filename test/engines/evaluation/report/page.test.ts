/** Reports as text: what comes from a case is never markup, and a page stays small. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvRow } from '../../../../engines/report/csv.ts';
import { html } from '../../../../engines/report/html.ts';
import { histogramOf } from '../../../../engines/report/plots/histogram.ts';
import { evidenceOf } from '../../../../engines/evaluation/report/quality/evidence.ts';
import { markedText, marksOf } from '../../../../engines/evaluation/report/quality/marks.ts';
import type { ScoredCase } from '../../../../engines/evaluation/scores/scored-case.ts';
import { qualityPage } from '../../../../engines/evaluation/report/quality/page.ts';
import type { QualityReport } from '../../../../engines/evaluation/report/quality/page.ts';
import { UNRANKED, placeOf } from '../../../../engines/evaluation/report/quality/worst.ts';

const SCRIPT = `</title></style><script>alert("it's")</script>\0`;

test('a value of a template is text, markup of a template is not escaped twice', () => {
  const { text } = html`<p title="${SCRIPT}">${[html`<b>${'<'}</b>`, null, false, 1]}</p>`;
  assert.equal(
    text,
    '<p ' +
      'title="&lt;/title&gt;&lt;/style&gt;&lt;script&gt;alert(&quot;it&#39;s&quot;)&lt;/script&gt;\uFFFD"><b>&lt;</b>1</p>',
  );
});

test('names and values of evidence are text', () => {
  const { text } = evidenceOf({
    [SCRIPT]: [SCRIPT, { deep: { deeper: { deepest: { end: { of: { it: SCRIPT } } } } } }],
  });
  assert.doesNotMatch(text, /<script/);
});

test('claims are marked in the answer and quotes in their context, whatever the shape of the evidence', () => {
  const claim = { text: 'b', start: 1, end: 2, support: 0.2, quote: { context: 3, start: 0, end: 1, text: 'q' } };
  const { answer, contexts } = marksOf([{ claims: [claim] }, { start: -1, end: 2, support: 1 }]);
  assert.deepEqual(answer, [{ start: 1, end: 2, kind: 'unsupported' }]);
  assert.deepEqual([...contexts], [[3, [{ start: 0, end: 1, kind: 'quote' }]]]);
  assert.match(markedText('abc', answer).text, />a<mark class="unsupported">b<\/mark>c</);
  const overlapping = [
    ...answer,
    { start: 1, end: 3, kind: 'quote' as const },
    { start: 2, end: 9, kind: 'quote' as const },
  ];
  assert.match(markedText('a<c', overlapping).text, />a<mark class="unsupported">&lt;<\/mark>c</);
});

test('of a long text the part around the first mark is shown', () => {
  const text = `${'a'.repeat(50_000)}QUOTE${'b'.repeat(50_000)}`;
  const shown = markedText(text, [{ start: 50_000, end: 50_005, kind: 'quote' }]).text;
  assert.match(shown, /… a+<mark class="quote">QUOTE<\/mark>b+ … \(100005 characters\)/);
  assert.ok(shown.length < 5000);
});

test('every score has a bin', () => {
  const { counts } = histogramOf([0, 0.3, 0.3, 1, 7, -1], [0, 1]);
  assert.deepEqual([counts[0], counts[6], counts[19]], [2, 2, 2]);
  assert.equal(histogramOf([5], [5, 5]).counts[0], 1);
  assert.partialDeepStrictEqual(histogramOf([3, 250], [0, null]), { low: 0, high: 250 });
});

test('a score has its place between the bad and the good end of its range', () => {
  assert.equal(placeOf({ direction: 'higher', range: [0, 100] }, 60), 0.6);
  assert.equal(placeOf({ direction: 'lower', range: [0, 1] }, 0.75), 0.25);
  assert.equal(placeOf({ direction: 'lower', range: [0, null] }, 9), UNRANKED);
});

test('a cell that a spreadsheet would run is text there, and a long one has an end', () => {
  assert.equal(
    csvRow(['=1+1', ' @SUM(A1)', '-2+3', '-2', -2, null, 'a "b", c', 'a\nb']),
    `'=1+1,' @SUM(A1),'-2+3,-2,-2,,"a ""b"", c","a\nb"\r\n`,
  );
  assert.equal(csvRow(['\t=1', '＝1', 'plain']), `'\t=1,'＝1,plain\r\n`);
  assert.ok(csvRow(['a'.repeat(100_000)]).length < 32_768);
});

const METRIC = {
  key: 'text.exact_match',
  title: 'Exact match',
  judge: null,
  repeats: 1,
  threshold: 0.5,
  direction: 'higher' as const,
  measured: 2,
  unmeasured: {},
  mean: 0.5,
  interval: null,
  spread: null,
  passRate: 0.5,
  passed: true,
  histogram: histogramOf([0, 1], [0, 1]),
};
const REPORT: QualityReport = {
  jobId: 'job_1',
  name: SCRIPT,
  submittedAt: '2026-11-23T09:00:00.000Z',
  cases: 5000,
  passed: true,
  outputs: { produced: 10, failed: 1 },
  metrics: [METRIC],
  agreement: [],
};

async function pageOf(cases: readonly ScoredCase[]): Promise<string> {
  async function* worstFirst() {
    yield* cases;
  }
  let page = '';
  for await (const piece of qualityPage(REPORT, worstFirst())) page += piece;
  return page;
}

test('a page with the largest cases ends, and says how many it shows', async () => {
  const long = '<'.repeat(100_000);
  const subject = {
    user_input: long,
    actual_output: long,
    retrieval_contexts: Array.from({ length: 100 }, () => long),
  };
  const scores = [
    {
      position: 0,
      score: 0,
      spread: null,
      unmeasured: null,
      evidence: { claims: Array.from({ length: 999 }, () => long) },
    },
  ];
  const cases = Array.from({ length: 5000 }, (_, ordinal): ScoredCase => ({ ordinal, subject, scores }));
  const page = await pageOf(cases);
  assert.ok(page.length < 5_000_000);
  assert.ok(/\d+ of 5,000 cases\.\s+All cases/.test(page));
  assert.ok(!page.includes('<script'));
});
