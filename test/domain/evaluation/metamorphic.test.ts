/**
 * What a change of a case must do to its score, on all right cases of the built-in datasets: no label of a person is
 * needed.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtInDataset } from '../../../domain/evaluation/datasets/built-in/index.ts';
import { completeMapping } from '../../../domain/evaluation/datasets/mapping.ts';
import type { Case } from '../../../engines/evaluation/cases/case.ts';
import { caseOfRow } from '../../../engines/evaluation/datasets/mapping.ts';
import { metricOf } from '../../../engines/evaluation/metrics/index.ts';

/** The cases of a set with this label. */
function casesOf(key: string, label: string): Case[] {
  const { rows, columns } = builtInDataset(key) ?? assert.fail(key);
  const mapping = completeMapping(
    {},
    columns.map(({ name }) => name),
  );
  return rows.flatMap((row, index) => (row['label'] === label ? [caseOfRow(row, mapping, index)] : []));
}

const measure = (key: string, subject: Case) => metricOf(key).measure(subject, {}, { vectors: [] });

function scoreOf(key: string, subject: Case): number {
  const measured = measure(key, subject);
  return 'score' in measured ? measured.score : assert.fail(`${measured.unmeasured}: ${subject.actual_output}`);
}

const GROUNDED = casesOf('grounded_answers', 'faithful').filter(
  (subject) => 'score' in measure('rag.faithfulness', subject),
);
const CALLS = casesOf('tool_calls', 'right').filter(({ tool_calls: calls = [] }) => calls.length > 0);

/** Another number than any of the case. */
const NUMBER = /\d+(?:[.,]\d+)*/g;
const OTHER_NUMBER = '7713';

test('a claim without support lowers faithfulness, and raises hallucination', () => {
  assert.ok(GROUNDED.length >= 15, String(GROUNDED.length));
  for (const subject of GROUNDED) {
    const changed = {
      ...subject,
      actual_output: `${subject.actual_output} Penguins in Tasmania prefer copper kettles.`,
    };
    const about = subject.actual_output;
    assert.ok(scoreOf('rag.faithfulness', changed) < scoreOf('rag.faithfulness', subject), about);
    assert.ok(scoreOf('rag.hallucination', changed) > scoreOf('rag.hallucination', subject), about);
  }
});

test('a changed number lowers faithfulness', () => {
  const numbered = GROUNDED.filter(({ actual_output: answer = '' }) => answer.match(NUMBER) !== null);
  assert.ok(numbered.length >= 5, String(numbered.length));
  for (const subject of numbered) {
    const { actual_output: answer = '' } = subject;
    const changed = { ...subject, actual_output: answer.replaceAll(NUMBER, OTHER_NUMBER) };
    assert.ok(scoreOf('rag.faithfulness', changed) < scoreOf('rag.faithfulness', subject), answer);
  }
});

test('an answer without words is unmeasured', () => {
  for (const subject of GROUNDED) {
    for (const key of ['rag.faithfulness', 'rag.hallucination', 'quality.correctness'])
      assert.deepEqual(measure(key, { ...subject, actual_output: ' ' }), { unmeasured: 'empty_answer' });
  }
});

test(
  'a surplus wrong call, a changed argument and a missing call lower tool correctness; the order of calls ' +
    'changes nothing',
  () => {
    assert.ok(CALLS.length >= 10, String(CALLS.length));
    for (const subject of CALLS) {
      const { tool_calls: calls = [] } = subject;
      const scoreWith = (tool_calls: NonNullable<Case['tool_calls']>) =>
        scoreOf('agent.tool_correctness', { ...subject, tool_calls });
      assert.equal(scoreWith(calls), 1);
      assert.equal(scoreWith(calls.toReversed()), 1);
      const [first, ...others] = calls;
      const about = JSON.stringify(calls);
      assert.ok(scoreWith([...calls, { name: 'delete_all', arguments: { confirm: true } }]) < 1, about);
      assert.ok(scoreWith([{ name: first?.name ?? '', arguments: { surplus: 'argument' } }, ...others]) < 1, about);
      assert.ok(scoreWith(others) < 1, about);
    }
  },
);
