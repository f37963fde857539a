/** From rows to cases: columns, mapping, samples. */
import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { completeMapping } from '../../../../domain/evaluation/datasets/mapping.ts';
import { ColumnSurvey } from '../../../../engines/evaluation/datasets/columns.ts';
import { caseOfRow } from '../../../../engines/evaluation/datasets/mapping.ts';
import { sampled } from '../../../../engines/evaluation/datasets/sample.ts';

test('columns have the type and the filled share of their values', () => {
  const survey = new ColumnSurvey();
  survey.add({ a: 'x', b: 1, c: null });
  survey.add({ a: null, b: 'y', d: [1] });
  survey.add({ a: 'z', d: [], e: { f: true } });
  survey.add({ a: 'z' });
  assert.deepEqual(survey.columns, [
    { name: 'a', type: 'string', filled: 0.75 },
    { name: 'b', type: 'mixed', filled: 0.5 },
    { name: 'c', type: 'empty', filled: 0 },
    { name: 'd', type: 'array', filled: 0.5 },
    { name: 'e', type: 'object', filled: 0.25 },
  ]);
});

test('a field takes the column that is named, or the one with its name', () => {
  const mapping = completeMapping({ user_input: 'question' }, ['question', 'user_input', 'actual_output', 'other']);
  assert.deepEqual(mapping, { user_input: 'question', actual_output: 'actual_output' });
});

test('cells of text become what a field holds', () => {
  const mapping = {
    user_input: 'q',
    retrieval_contexts: 'c',
    accepted_outputs: 'o',
    tool_calls: 't',
    latency_ms: 'l',
    expected_output: 'none',
  } as const;
  const row = { q: 42, c: 'one passage', o: '["a", 2]', t: '[{"name": "f", "arguments": {"x": 1}}]', l: '12.5', z: 1 };
  assert.deepEqual(caseOfRow(row, mapping, 0), {
    user_input: '42',
    retrieval_contexts: ['one passage'],
    accepted_outputs: ['a', '2'],
    tool_calls: [{ name: 'f', arguments: { x: 1 } }],
    latency_ms: 12.5,
  });
});

test('a value of another form is refused with its row and column, and what it should be', () => {
  const faults = [
    [{ x: { a: 1 } }, 'user_input', 'a text'],
    [{ x: 'soon' }, 'latency_ms', 'a number from 0 to 1000000000'],
    [{ x: 'get_weather' }, 'tool_calls', 'a list of calls, each with name and arguments'],
    [
      ...([{ x: [{ role: 'nobody', content: 'x' }] }, 'conversation_turns'] as const),
      'a list of turns, each with role (user, assistant, system, tool) and content',
    ],
    [{ x: [{ a: 1 }] }, 'retrieval_contexts', 'a list of texts'],
  ] as const;
  for (const [row, field, form] of faults) {
    const details = { row: 7, column: 'x', field };
    const message =
      `Row 7 (from 0), column x: the value is not ${form}, as ${field} needs. Correct it, or name another column ` +
      `of ${field} in field_mapping.`;
    assert.throws(() => caseOfRow(row, { [field]: 'x' }, 7), { code: 'case_invalid', details, message });
  }
});

test('a sample has the wanted number of rows in their order, and its seed decides which', async () => {
  const rows = Array.from({ length: 1000 }, (_, at) => at);
  const take = (limit: number | null, seed: number | null): Promise<number[]> =>
    Readable.from(sampled(Readable.from(rows), rows.length, { limit, seed })).toArray();
  assert.deepEqual(await take(3, null), [0, 1, 2]);
  assert.deepEqual(await take(null, null), rows);
  assert.deepEqual(await take(5000, 1), rows);
  const sample = await take(100, 1);
  assert.equal(sample.length, 100);
  assert.deepEqual(
    sample,
    sample.toSorted((a, b) => a - b),
  );
  assert.deepEqual(await take(100, 1), sample);
  assert.notDeepEqual(await take(100, 2), sample);
  assert.ok(sample.filter((row) => row < 500).length > 30);
});
