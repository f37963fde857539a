/**
 * Conversations that a question cannot hold are judged in windows of turns: the verdicts are those of one whole
 * question.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Case } from '../../../../engines/evaluation/cases/case.ts';
import { estimateTokens } from '../../../../engines/text/tokens.ts';
import { evidenceOf, measureBy, outcome, scriptedJudge } from '../../../support/evaluation/scripted-judge.ts';
import { tagged } from '../../../support/tagged.ts';
import type { Asked, Script, ScriptedJudge } from '../../../support/evaluation/scripted-judge.ts';

type Turns = NonNullable<Case['conversation_turns']>;

/** About a hundred tokens. */
const FILLER = 'and so on '.repeat(33);
const ROOM = 4000;

/** Pairs of a question and an answer, numbered; every turn is as long as the filler. */
const talkOf = (pairs: number): Turns =>
  Array.from({ length: pairs }, (_, at): Turns => [
    { role: 'user', content: `Question ${at}. ${FILLER}` },
    { role: 'assistant', content: `Answer ${at}. ${FILLER}` },
  ]).flat();

/** Turns of a question that want a verdict: the number of each in the conversation, from 1. */
const judgedIn = ({ data }: Asked): number[] =>
  [...data.matchAll(/<turn number="(\d+)" role="assistant" verdict="(\d+)">/g)]
    .sort(([, , a], [, , b]) => Number(a) - Number(b))
    .map(([, number]) => Number(number));

const shownIn = ({ data }: Asked): number[] => [...data.matchAll(/<turn number="(\d+)"/g)].map(([, at]) => Number(at));

/** A verdict on each turn that wants one, by its number in the conversation. */
const byTurn =
  (verdictOn: (turn: number, question: Asked) => string) =>
  (question: Asked): object =>
    Object.fromEntries(
      judgedIn(question).map((turn, index) => [
        `verdict_${index + 1}`,
        { reason: `About turn ${turn}.`, verdict: verdictOn(turn, question) },
      ]),
    );

const judgeOf = (script: Script): ScriptedJudge => scriptedJudge(script, null, ROOM);

interface JudgedTurn {
  readonly turn: number;
  readonly reason: string;
  readonly score: number | null;
}
const turnsOf = (evidence: Readonly<Record<string, unknown>>): readonly JudgedTurn[] =>
  evidence['turns'] as readonly JudgedTurn[];

test('each turn of a long conversation is judged once, beside turns before it, and the evidence has its true place', async () => {
  const talk = { conversation_turns: talkOf(60) };
  const judge = judgeOf({
    conversation_relevancy: byTurn((turn) => (turn % 20 === 0 ? 'irrelevant' : 'relevant')),
  });
  const measured = await measureBy(judge, 'dialog.conversation_relevancy', talk);
  assert.equal(outcome(measured), 54 / 60);
  const turns = turnsOf(evidenceOf(measured));
  assert.deepEqual(
    turns.map(({ turn, reason }) => [turn, reason]),
    Array.from({ length: 60 }, (_, at) => [2 * at + 1, `About turn ${2 * at + 2}.`]),
  );
  assert.deepEqual(
    turns.filter(({ score }) => score === 0).map(({ turn }) => turn + 1),
    [20, 40, 60, 80, 100, 120],
  );
  assert.ok(judge.asked.length > 2);
  assert.equal(judge.asked.flatMap(judgedIn).length, 60);
  for (const question of judge.asked) {
    assert.ok(estimateTokens(question.data) <= ROOM);
    const [shown, judged] = [shownIn(question), judgedIn(question)];
    assert.deepEqual(
      shown,
      shown.toSorted((a, b) => a - b),
    );
    const [start = 0] = judged;
    // At least eight turns of a hundred tokens fit in a quarter of the room.
    assert.ok(start <= 2 || shown.filter((turn) => turn < start).length > 8, `${start}: ${shown.join(' ')}`);
  }
});

test('the same conversation in one question gets the same scores', async () => {
  const script: Script = { conversation_relevancy: byTurn((turn) => (turn % 14 === 0 ? 'evasive' : 'relevant')) };
  const talk = { conversation_turns: talkOf(40) };
  const [whole, narrow] = [scriptedJudge(script), judgeOf(script)];
  const [one, many] = await Promise.all(
    [whole, narrow].map((judge) => measureBy(judge, 'dialog.conversation_relevancy', talk)),
  );
  assert.deepEqual(many, one);
  assert.ok(whole.asked.length === 1 && narrow.asked.length > 1);
});

test('a turn forgets what the user said many windows ago', async () => {
  const turns = talkOf(60);
  // Neither in the first nor in the last question about the turn that asks for it.
  turns[36] = { role: 'user', content: `My name is Ada. ${FILLER}` };
  turns[119] = { role: 'assistant', content: `What is your name? ${FILLER}` };
  const judge = judgeOf({
    knowledge_retention: byTurn((turn, { data }) => {
      if (turn === 120) return data.includes('My name is Ada') ? 'forgotten' : 'kept';
      return turn % 2 === 0 && turn > 60 ? 'kept' : 'nothing_to_keep';
    }),
  });
  const measured = await measureBy(judge, 'dialog.knowledge_retention', { conversation_turns: turns });
  const judged = turnsOf(evidenceOf(measured));
  assert.equal(judged.at(-1)?.score, 0);
  assert.equal(outcome(measured), 29 / 30);
  assert.ok(judge.asked.every(({ data }) => estimateTokens(data) <= ROOM));
  // No turn is shown twice in a question.
  assert.ok(judge.asked.map(shownIn).every((shown) => new Set(shown).size === shown.length));
  // Beside each turn, every earlier turn of the user is in one of the questions about it.
  const about = judge.asked.filter((question) => judgedIn(question).includes(120));
  const seen = new Set(about.flatMap(shownIn));
  assert.ok(about.length > 2 && Array.from({ length: 60 }, (_, at) => 2 * at + 1).every((turn) => seen.has(turn)));
});

test('requests of a long conversation are listed and checked part by part, and quotations have the turn’s own place', async () => {
  const turns = talkOf(60);
  for (const at of [0, 50, 118]) turns[at] = { role: 'user', content: `Please do task ${at}. ${FILLER}` };
  turns[1] = { role: 'assistant', content: ' ' };
  turns[3] = { role: 'assistant', content: `Task 0 is done. ${FILLER}` };
  turns[53] = { role: 'assistant', content: `Task 50 is half done. ${FILLER}` };
  const judge = judgeOf({
    requests: ({ data }) => ({ requests: [...data.matchAll(/Please do (task \d+)/g)].map(([, task]) => task ?? '') }),
    task_completion: (question) =>
      Object.fromEntries(
        tagged(question.data, 'request').map((request, index) => {
          const [quote = null, half] = new RegExp(`${request} is (half )?done`, 'i').exec(question.data) ?? [];
          const verdict = quote === null ? 'not_done' : half === undefined ? 'done' : 'partly';
          return [`verdict_${index + 1}`, { quote, reason: 'It is so.', verdict }];
        }),
      ),
  });
  const measured = await measureBy(judge, 'dialog.conversation_completeness', { conversation_turns: turns });
  assert.equal(outcome(measured), 0.5);
  assert.partialDeepStrictEqual(evidenceOf(measured), {
    requests: [
      { text: 'task 0', verdict: 'done', quote: { field: 'conversation_turns', index: 3, start: 0 } },
      { text: 'task 50', verdict: 'partly', quote: { field: 'conversation_turns', index: 53, start: 0 } },
      { text: 'task 118', verdict: 'not_done', quote: null },
    ],
  });
  assert.ok(judge.asked.every(({ data }) => estimateTokens(data) <= ROOM));
  // What is done is not asked about again.
  const checks = judge.asked.filter(({ name }) => name === 'task_completion');
  assert.deepEqual(
    [checks[0], checks.at(-1)].map((question) => tagged(question?.data ?? assert.fail(), 'request').length),
    [3, 2],
  );
});

test('the role is part of every window, and turns of the user alone are no question', async () => {
  const role = `A polite clerk. ${FILLER.repeat(14)}`;
  const silent = talkOf(40).filter(({ role: speaker }, at) => speaker === 'user' || at > 50);
  const judge = judgeOf({ role_adherence: byTurn(() => 'in_role') });
  const measured = await measureBy(judge, 'dialog.role_adherence', { conversation_turns: silent }, { role });
  assert.equal(outcome(measured), 1);
  assert.ok(judge.asked.length > 1);
  for (const question of judge.asked) {
    assert.ok(estimateTokens(question.data) <= ROOM && judgedIn(question).length > 0);
    assert.deepEqual(tagged(question.data, 'role'), [role]);
  }
});

test('a turn that no window can hold, and a conversation of too many windows, are too long', async () => {
  const none = judgeOf({});
  const wordy: Turns = [{ role: 'assistant', content: FILLER.repeat(30) }, ...talkOf(60)];
  for (const key of ['dialog.conversation_relevancy', 'dialog.knowledge_retention']) {
    assert.equal(outcome(await measureBy(none, key, { conversation_turns: wordy })), 'too_long');
    assert.equal(outcome(await measureBy(none, key, { conversation_turns: talkOf(600) })), 'too_long');
  }
  assert.equal(
    outcome(await measureBy(none, 'dialog.conversation_completeness', { conversation_turns: talkOf(600) })),
    'too_long',
  );
  assert.equal(none.asked.length, 0);
});

test('a model of a small context reads long contexts in smaller parts', async () => {
  const contexts = Array.from({ length: 20 }, (_, at) => `Passage ${at}. ${FILLER}`);
  const judge = scriptedJudge(
    {
      claims: () => ({ claims: [{ quote: 'It is so', claim: 'It is so.' }] }),
      support: () => ({ verdict_1: { quote: null, reason: 'Nothing.', verdict: 'not_stated' } }),
    },
    null,
    1000,
  );
  const subject = { actual_output: 'It is so.', retrieval_contexts: contexts };
  assert.equal(outcome(await measureBy(judge, 'rag.faithfulness', subject)), 0);
  const parts = judge.asked.filter(({ name }) => name === 'support');
  assert.equal(parts.flatMap((question) => tagged(question.data, 'passage')).length, 20);
  assert.ok(parts.length >= 4 && parts.every(({ data }) => estimateTokens(data) <= 1000));
  const long = { actual_output: FILLER.repeat(11), retrieval_contexts: contexts };
  assert.equal(outcome(await measureBy(judge, 'rag.faithfulness', long)), 'too_long');
});
