import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bounded } from '../../../../engines/evaluation/metrics/bounded.ts';
import { metricOf } from '../../../../engines/evaluation/metrics/index.ts';

test('evidence of usual size stays as it is', () => {
  const evidence = { claims: [{ text: 'a', support: 0.5, quote: null, missing: [] }], limit: null };
  assert.deepEqual(bounded(evidence), evidence);
});

test('long texts are cut, and lists beyond the bound say what is left out', () => {
  const { text, items, left_out } = bounded({
    text: 'x'.repeat(1000),
    items: Array.from({ length: 1000 }, () => ({ quote: 'y'.repeat(400) })),
  });
  assert.equal(text, `${'x'.repeat(500)}…`);
  assert.ok(Array.isArray(items) && items.length > 100 && items.length + Number(left_out) === 1000);
});

test('an answer of many claims against one long sentence has evidence of a bounded size', () => {
  const subject = {
    user_input: 'What?',
    actual_output: 'The mill has a wheel. '.repeat(1500),
    retrieval_contexts: [`The mill has ${'a wheel and '.repeat(3000)}more.`],
  };
  const measured = metricOf('rag.faithfulness').measure(subject, {}, { vectors: [] });
  assert.ok('score' in measured && JSON.stringify(measured).length < 100_000);
});
