/** The built-in datasets: every row is a case, and judges tell the labelled answers apart. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { BUILT_IN_DATASETS, builtInDataset } from '../../../../domain/evaluation/datasets/built-in/index.ts';
import { completeMapping } from '../../../../domain/evaluation/datasets/mapping.ts';
import type { Case } from '../../../../engines/evaluation/cases/case.ts';
import { caseOfRow } from '../../../../engines/evaluation/datasets/mapping.ts';
import type { FieldMapping } from '../../../../engines/evaluation/datasets/mapping.ts';
import { metricOf } from '../../../../engines/evaluation/metrics/index.ts';

/** The scores of the rows of a set, in their order, with the label of each; `null`: not measured. */
function scoresOf(key: string, metricKey: string, named: FieldMapping = {}) {
  const { rows, columns } = builtInDataset(key) ?? assert.fail(key);
  const mapping = completeMapping(
    named,
    columns.map(({ name }) => name),
  );
  return rows.map((row, index) => {
    const subject: Case = caseOfRow(row, mapping, index);
    const measured = metricOf(metricKey).measure(subject, {}, { vectors: [] });
    return { label: row['label'], score: 'score' in measured ? measured.score : null };
  });
}

test('each has 30 to 100 rows that are cases, metrics of the catalog, and a line in the list of licences', () => {
  const licenses = readFileSync(
    new URL('../../../../domain/evaluation/datasets/built-in/LICENSES.md', import.meta.url),
    'utf8',
  );
  for (const { key, rows, columns, metrics } of BUILT_IN_DATASETS) {
    const mapping = completeMapping(
      {},
      columns.map(({ name }) => name),
    );
    for (const [index, row] of rows.entries()) assert.notDeepEqual(caseOfRow(row, mapping, index), {});
    assert.equal(new Set(rows.map((row) => JSON.stringify(row))).size, rows.length, key);
    assert.ok(rows.length >= 30 && rows.length <= 100, `${key}: ${rows.length}`);
    for (const metric of metrics) assert.equal(metricOf(metric).key, metric);
    assert.match(licenses, new RegExp(`\`${key}\\.jsonl\` +\\| ${rows.length} `));
  }
});

test('short answers: right ones are correct, wrong ones are not', () => {
  for (const [column, expected] of [
    ['right_output', 1],
    ['wrong_output', 0],
  ] as const) {
    const scores = scoresOf('short_answers', 'text.contains', { actual_output: column });
    assert.deepEqual(new Set(scores.map(({ score }) => score)), new Set([expected]), column);
  }
});

test('grounded answers: of each pair, the built-in judge prefers the faithful answer', () => {
  const scores = scoresOf('grounded_answers', 'rag.faithfulness');
  const preferred = scores.flatMap(({ score }, index) => {
    const [other] = scores.slice(index + 1);
    return index % 2 === 0 && (score ?? 0) > (other?.score ?? 1) ? [index] : [];
  });
  assert.ok(preferred.length >= 18, JSON.stringify(scores));
});

test('tool calls: right ones have the highest score, wrong ones have not', () => {
  for (const { label, score } of scoresOf('tool_calls', 'agent.tool_correctness')) {
    assert.equal(score === 1, label === 'right', `${String(label)}: ${score}`);
  }
});

test('safe answers: personal data is where the label says', () => {
  for (const { label, score } of scoresOf('safe_answers', 'safety.pii')) {
    assert.equal(score === 0, label === 'personal_data', `${String(label)}: ${score}`);
  }
});
