import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judgeCitations } from '../../../../../engines/evaluation/judges/built-in/citations.ts';
import { assertLinear, assertLinearInText } from '../../../../support/linear.ts';

const PASSAGES = [
  'The tide mill at Eling was built in 1418 and is owned by the district council.',
  'The mill was restored between 1975 and 1980 after thirty years of disuse.',
];

function verdicts(answer: string): string[] {
  const judged = judgeCitations('', answer, PASSAGES);
  assert.ok(judged);
  return judged.claims.map(({ verdict, cited }) => `${cited.join()} ${verdict}`);
}

test('each claim is compared with the passages that it cites', () => {
  assert.deepEqual(verdicts('The mill was built in 1418 [1]. It was restored between 1975 and 1980. [2]'), [
    '1 supported',
    '2 supported',
  ]);
  assert.deepEqual(verdicts('The tide mill was built in 1418 [2]. The mill was restored by 1980.'), [
    '2 unsupported',
    ' uncited',
  ]);
  assert.deepEqual(verdicts('The tide mill was built in 1418 [7].'), ['7 no_such_passage']);
  assert.deepEqual(verdicts('The tide mill was built in 1418 [1, 2][2-3].'), ['1,2,3 supported']);
});

test('the score falls with claims without support and with idle citations', () => {
  const score = (answer: string): number => judgeCitations('', answer, PASSAGES)?.score ?? Number.NaN;
  assert.equal(score('The tide mill was built in 1418 [1].'), 1);
  assert.equal(score('The tide mill was built in 1418.'), 0);
  const idle = judgeCitations('', 'The tide mill was built in 1418 [1][2].', PASSAGES);
  assert.equal(idle?.recall, 1);
  assert.equal(idle.precision, 0.5);
  assert.deepEqual(idle.claims[0]?.idle, [2]);
  assert.ok(Math.abs(idle.score - 2 / 3) < 1e-9);
});

test('passages may support a claim together that none of them supports alone', () => {
  const halves = [
    'The tide mill at Eling was built in 1418 by the monks.',
    'The bishop restored the old water wheel in 1785.',
  ];
  const claim = 'The tide mill at Eling was built in 1418 and the bishop restored the old water wheel in 1785 [1][2].';
  const judged = judgeCitations('', claim, halves)?.claims[0];
  assert.deepEqual([judged?.verdict, judged?.idle], ['supported', [1, 2]]);
});

test('positions are those of the answer; the mark is no part of the claim', () => {
  const answer = 'It has a wheel [1]. The tide mill was built in 1418 [1].';
  const claim = judgeCitations('', answer, PASSAGES)?.claims[1];
  assert.equal(answer.slice(claim?.start, claim?.end), 'The tide mill was built in 1418 [1].');
  assert.doesNotMatch(claim?.text ?? '[', /\[/);
});

test('an answer without a claim cannot be judged', () => {
  assert.equal(judgeCitations('', '[1] [2]', PASSAGES), null);
});

test('hostile texts are judged in linear time', async () => {
  for (const piece of ['[1]', 'mill [1]. ', '[1,', '[1-99]']) {
    await assertLinear(piece, (repeats) => judgeCitations('', piece.repeat(repeats), PASSAGES));
  }
  await assertLinearInText('an answer', (text) => judgeCitations('', text, PASSAGES));
});

test('equal claims that cite the same are judged once', () => {
  const passage = 'It was built in 1783. '.repeat(4000);
  const judged = judgeCitations('When?', 'It was torn down [1][2]. '.repeat(4000), [passage, passage]);
  assert.deepEqual([judged?.claims.length, judged?.recall], [4000, 0]);
});
