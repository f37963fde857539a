import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readAnswer } from '../../../../engines/evaluation/performance/answer.ts';
import { readEvents } from '../../../../engines/evaluation/performance/event-stream.ts';
import type { ArrivedChunk } from '../../../../engines/evaluation/performance/event-stream.ts';
import { runs } from '../../../support/depth.ts';

const encode = (text: string): Uint8Array => new TextEncoder().encode(text);
const event = (message: unknown): string => `data: ${JSON.stringify(message)}\n\n`;
const piece = (content: string, finish: string | null = null): string =>
  event({ choices: [{ index: 0, delta: { content }, finish_reason: finish }] });
/** Chunks that arrive a millisecond apart. */
const arrive = (...texts: readonly string[]): ArrivedChunk[] => texts.map((text, at) => ({ at, bytes: encode(text) }));

const ROLE = event({ choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }] });
const USAGE = event({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 9 } });
const DONE = 'data: [DONE]\n\n';

test('events are read whatever the chunks are, with the time at which each was complete', () => {
  const body = encode(
    `: comment\r\n\r\nevent: x\ndata: {"text":"größe €"}\r\n\r\n${event({ n: 1 })}data: a\ndata: b\n\ndata: cut`,
  );
  const expected = ['{"text":"größe €"}', '{"n":1}', 'a\nb'];
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(body.length)), (cuts) => {
      const edges = [0, ...cuts.sort((a, b) => a - b), body.length];
      const chunks = edges.slice(1).map((end, at) => ({ at, bytes: body.subarray(edges[at], end) }));
      const events = [...readEvents(chunks)];
      assert.deepEqual(
        events.map(({ data }) => data),
        expected,
      );
      assert.ok(events.every(({ at }, index) => at >= (events[index - 1]?.at ?? 0)));
    }),
    runs(),
  );
  const [late] = [...readEvents(arrive('data: {}', '\n', '\n'))];
  assert.equal(late?.at, 2);
});

test('a chunk with the role alone is no text, and tokens are those of the usage', () => {
  const answer = readAnswer(arrive(ROLE, piece('a b c'), piece('d'), piece('', 'stop'), USAGE + DONE), true);
  assert.deepEqual(answer, { first: 1, last: 2, gaps: [1], inputTokens: 7, outputTokens: 9, source: 'usage' });
});

test('without usage, pieces of text are counted and the result says so', () => {
  const answer = readAnswer(arrive(piece('a b c d') + piece('e f g h'), piece('i', 'stop')), true);
  assert.deepEqual(answer, { first: 0, last: 1, gaps: [0, 1], inputTokens: null, outputTokens: 3, source: 'chunks' });
});

test('reasoning, refusals and calls of tools are output, too', () => {
  for (const delta of [{ reasoning_content: 'hm' }, { refusal: 'no' }, { tool_calls: [{ index: 0 }] }]) {
    const answer = readAnswer(arrive(event({ choices: [{ delta }] }), DONE), true);
    assert.ok(typeof answer !== 'string' && answer.first === 0, JSON.stringify(delta));
  }
});

test('what is wrong with a stream is a failure of its own', () => {
  const wrong: [string, string][] = [
    [`${piece('a')}${piece('b')}`, 'cut'],
    [`${ROLE}${DONE}`, 'empty'],
    ['data: {"choi\n\n', 'protocol'],
    ['data: 5\n\n', 'protocol'],
    [`${piece('a')}${event({ error: { message: 'overloaded' } })}${DONE}`, 'stream_error'],
    ['', 'cut'],
  ];
  for (const [text, failure] of wrong) assert.equal(readAnswer(arrive(text), true), failure, text);
});

test('an answer as a whole has one moment, and tokens only where the endpoint counts them', () => {
  const choices = [{ message: { role: 'assistant', content: 'Yes.' } }];
  const read = (body: object) => {
    const text = JSON.stringify(body);
    return readAnswer(arrive(text.slice(0, 9), text.slice(9)), false);
  };
  const usage = { prompt_tokens: 3, completion_tokens: 5 };
  const moment = { first: 1, last: 1, gaps: [] };
  assert.deepEqual(read({ choices, usage }), { ...moment, inputTokens: 3, outputTokens: 5, source: 'usage' });
  assert.deepEqual(read({ choices }), { ...moment, inputTokens: null, outputTokens: 1, source: 'chunks' });
  assert.equal(read({ choices: [] }), 'empty');
  assert.equal(readAnswer(arrive('<html>'), false), 'protocol');
});

test('a count of tokens that no answer can have is not taken over', () => {
  const choices = [{ message: { role: 'assistant', content: 'Yes.' } }];
  for (const count of [1e308, 2 ** 53, 10_000_001, -1, 1.5]) {
    const read = (usage: object) => readAnswer(arrive(JSON.stringify({ choices, usage })), false);
    const moment = { first: 0, last: 0, gaps: [] };
    const uncounted = { ...moment, inputTokens: null, outputTokens: 1, source: 'chunks' };
    assert.deepEqual(read({ prompt_tokens: 3, completion_tokens: count }), uncounted);
    const counted = { ...moment, inputTokens: null, outputTokens: 5, source: 'usage' };
    assert.deepEqual(read({ prompt_tokens: count, completion_tokens: 5 }), counted);
  }
});
