import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Case } from '../../../../engines/evaluation/cases/case.ts';
import { messagesOf, withOutput } from '../../../../engines/evaluation/cases/output.ts';
import { readAnswer, requestOf } from '../../../../engines/evaluation/cases/chat.ts';

const QUESTION = { model: 'm', system_prompt: null, temperature: null, max_tokens: 9 };
const CHAT = new URL('https://llm.example.com/v1/chat/completions');

const bodyFor = (url: URL, subject: Case, more: object = {}): unknown =>
  JSON.parse(requestOf(url, { ...QUESTION, ...more }, subject));
const answer = (message: object, more: object = {}): string => JSON.stringify({ choices: [{ message }], ...more });

test('a plain completion gets the conversation as text, and OpenAI the new name of the limit', () => {
  const subject = { user_input: 'Who?' };
  assert.deepEqual(
    bodyFor(new URL('https://llm.example.com/v1/completions'), subject, { system_prompt: 'Be brief.' }),
    {
      model: 'm',
      prompt: 'Be brief.\nWho?',
      max_tokens: 9,
    },
  );
  const messages = [{ role: 'user', content: 'Who?' }];
  assert.deepEqual(bodyFor(new URL('https://api.openai.com/v1/chat/completions'), subject), {
    model: 'm',
    messages,
    max_completion_tokens: 9,
  });
  assert.deepEqual(bodyFor(CHAT, subject, { model: null, temperature: 0 }), {
    messages,
    temperature: 0,
    max_tokens: 9,
  });
});

test('a conversation is asked up to the last turn of the user; one that has ended asks nothing', () => {
  const user = { role: 'user', content: 'Who?' } as const;
  const assistant = { role: 'assistant', content: 'Me.' } as const;
  assert.deepEqual(messagesOf({ conversation_turns: [user] }), [user]);
  assert.deepEqual(messagesOf({ conversation_turns: [user, assistant] }), []);
  const more = { role: 'user', content: 'Why?' } as const;
  const goesOn = { conversation_turns: [user, assistant], user_input: 'Why?' };
  assert.deepEqual(messagesOf(goesOn), [user, assistant, more]);
  assert.deepEqual(withOutput(goesOn, { actual_output: 'So.' }).conversation_turns, [
    user,
    assistant,
    more,
    { role: 'assistant', content: 'So.' },
  ]);
  assert.deepEqual(messagesOf({ conversation_turns: [user, { role: 'tool', content: '3' }] }).at(-1), {
    role: 'user',
    content: '3',
  });
  assert.deepEqual(messagesOf({}), []);
});

test('an answer has its text, its calls with arguments as values, and its tokens', () => {
  const call = (given: unknown) => ({ id: 'c', type: 'function', function: { name: 'f', arguments: given } });
  const usage = { prompt_tokens: 7, completion_tokens: 2, total_tokens: 9 };
  const tool_calls = [call('{"a": 1}'), call('{"a": '), call({ a: 1 })];
  assert.deepEqual(readAnswer(answer({ content: 'Hello.', tool_calls }, { usage })), {
    actual_output: 'Hello.',
    tool_calls: [{ a: 1 }, '{"a": ', { a: 1 }].map((given) => ({ name: 'f', arguments: given })),
    usage: { input_tokens: 7, output_tokens: 2 },
  });
  assert.deepEqual(readAnswer(answer({ content: null, refusal: 'No.' })), { actual_output: 'No.' });
  assert.deepEqual(readAnswer(answer({ content: '' }, { usage: { prompt_tokens: -1, completion_tokens: 2 } })), {
    actual_output: '',
  });
  assert.deepEqual(readAnswer(JSON.stringify({ choices: [{ text: 'Plain.' }] })), { actual_output: 'Plain.' });
});

test('tokens beyond what a model could take are not believed', () => {
  const usageOf = (prompt_tokens: number) => {
    const output = readAnswer(answer({ content: '' }, { usage: { prompt_tokens, completion_tokens: 2 } }));
    return typeof output === 'string' ? output : output.usage;
  };
  assert.deepEqual(usageOf(1e7), { input_tokens: 1e7, output_tokens: 2 });
  assert.equal(usageOf(1e7 + 1), undefined);
});

test('what is no answer says why', () => {
  for (const [body, why] of [
    ['<html>', /not JSON/],
    ['{}', /no choices/],
    ['{"choices": []}', /no choices/],
    ['null', /no choices/],
    [answer({ content: 'x'.repeat(100_001) }), /more than 100000 characters/],
    [
      answer({ tool_calls: Array.from({ length: 101 }, () => ({ function: { name: 'f', arguments: '' } })) }),
      /100 calls/,
    ],
  ] as const) {
    const read = readAnswer(body);
    assert.match(typeof read === 'string' ? read : '', why);
  }
});

test('arguments that are nested too deeply stay text, or are left out', () => {
  const deep = '['.repeat(101) + ']'.repeat(101);
  const [text, none] = [deep, JSON.parse(deep)].map((given) => {
    const output = readAnswer(answer({ tool_calls: [{ function: { name: 'f', arguments: given } }] }));
    return typeof output === 'string' ? output : output.tool_calls?.[0]?.arguments;
  });
  assert.deepEqual([text, none], [deep, null]);
});
