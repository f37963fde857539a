/** The engines of synthesis that need a language model, over HTTP. The model is scripted. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Static } from 'typebox';
import type { SynthesisEngineList } from '../../../api/synthesis/catalog.ts';
import type { SynthesisResult } from '../../../api/synthesis/result-schemas.ts';
import { jsonReply, serveModel } from '../../support/servers/scripted-model.ts';
import type { ModelCall, Reply } from '../../support/servers/scripted-model.ts';
import { borrowSystem, sharedSystem } from '../../support/service/system.ts';

/** Words without digits, no two of them nearly the same. */
const TENS = ['alder', 'birch', 'cedar', 'dogwood', 'elder', 'fir', 'ginkgo', 'hazel', 'ironwood', 'juniper'];
const ONES = ['anvil', 'basket', 'candle', 'drum', 'engine', 'funnel', 'gate', 'hammer', 'inkwell', 'jug'];
let made = 0;
const unlike = (): string => {
  const number = made++;
  return (
    `${TENS[Math.floor(number / 10) % 10]} ${ONES[number % 10]} ${TENS[number % 7]} ` +
    `${ONES[Math.floor(number / 100)]}`
  );
};

const REPLIES: Readonly<Record<string, (data: string, instructions: string) => Reply>> = {
  conversation: (data, instructions) => {
    const passage = /<passage>\n(.*?)\n<\/passage>/s.exec(data)?.[1]?.split('\n\n').at(-1);
    const messages = Array.from({ length: Number(/Exactly (\d+)/.exec(instructions)?.[1]) }, (_, index) => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content: unlike(),
      ...(passage !== undefined && { quotes: index % 2 === 0 ? [] : [passage.split('. ')[0]] }),
    }));
    return jsonReply({ messages });
  },
  evolve: () => jsonReply({ instruction: `Describe ${unlike()}.` }),
  evolve_gain: () => jsonReply({ reason: 'It asks for more.', verdict: 'different' }),
  evolve_response: () => jsonReply({ response: `Here it is: ${unlike()}.` }),
  tool_calls_single: () => jsonReply({ cases: [caseOf(1), caseOf(1, 99), caseOf(1)] }),
  tool_calls_parallel: () => jsonReply({ cases: [caseOf(2)] }),
  tool_calls_none: () => jsonReply({ cases: [caseOf(0)] }),
  paraphrase: () => jsonReply({ text: `Built in 1783: ${unlike()}.` }),
};

function caseOf(calls: number, days = 2): object {
  const call = () => ({ tool: 'get_weather', arguments_json: JSON.stringify({ place: unlike(), days }) });
  return { request: `Weather of ${unlike()}?`, calls: Array.from({ length: calls }, call) };
}

const server = await serveModel(({ body }: ModelCall) => {
  const [instructions = '', data = ''] = (body.messages ?? []).map(({ content }) => content);
  const name = body.response_format?.json_schema.name ?? '';
  const reply = REPLIES[name] ?? (name.startsWith('evolve_') ? REPLIES['evolve'] : undefined);
  return reply?.(data, instructions) ?? { status: 400 };
});
const [{ api }, { api: plain }] = await Promise.all([
  borrowSystem('judges', { one: server.url, two: server.url }),
  sharedSystem(),
]);
const client = await api.client();

const MILLS = ['Carrow Mill was built in 1783. It grinds wheat.', 'Eling Mill was built in 1783. The tide drives it.'];
const input = { type: 'contexts', contexts: MILLS.map((text) => ({ text })) };
const WEATHER = {
  name: 'get_weather',
  description: 'The weather of a place.',
  parameters: {
    type: 'object',
    required: ['place'],
    properties: { place: { type: 'string' }, days: { type: 'integer', minimum: 1, maximum: 7 } },
  },
};
const BAKER = { name: 'baker', description: 'Owns a bakery.', goal: 'Wants to buy flour.' };

const synthesize = (body: object): Promise<SynthesisResult> =>
  client.expect(200, 'POST', '/v1/synthesis/sync', { body });

const listIn = (value: unknown) => value as readonly Record<string, unknown>[];

async function chatsOf({ outputs }: SynthesisResult): Promise<readonly Record<string, unknown>[]> {
  const text = await (await fetch(outputs.find(({ name }) => name === 'chats.jsonl')?.url ?? '')).text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);
}

test('conversations are about texts, and quote them', async () => {
  const body = { engine_id: 'conversation', count: 3, input, options: { turns: 2 }, formats: ['chat_jsonl'] };
  const result = await synthesize(body);
  assert.deepEqual([result.accepted, result.shortfall], [3, null]);
  const [item] = result.items;
  assert.equal(listIn(item?.value['messages']).length, 4);
  assert.deepEqual(
    listIn(item?.provenance['evidence']).map(({ start }) => start),
    [0, 0],
  );
  const chats = await chatsOf(result);
  assert.deepEqual(chats[0], { messages: item?.value['messages'] });
});

test('conversations are about what a persona wants', async () => {
  const result = await synthesize({ count: 4, options: { personas: [BAKER], turns: 1 } });
  assert.deepEqual([result.engine_id, result.accepted], ['conversation', 4]);
  assert.deepEqual(new Set(result.items.map(({ value }) => value['persona'])), new Set(['baker']));
});

test('instructions are evolved, and answered', async () => {
  const body = { count: 4, input, options: { evolve: { depth: 2 } }, formats: ['jsonl', 'chat_jsonl'] };
  const result = await synthesize(body);
  assert.deepEqual([result.engine_id, result.accepted], ['evolve', 4]);
  const [first, second] = result.items;
  assert.equal(second?.provenance['evolved_from'], first?.value['instruction']);
  const [chat] = await chatsOf(result);
  assert.deepEqual(chat, {
    messages: [
      { role: 'user', content: first?.value['instruction'] },
      { role: 'assistant', content: first?.value['response'] },
    ],
  });
});

test('cases of tool use have calls whose arguments are valid', async () => {
  const body = { count: 12, options: { tools: [WEATHER] }, formats: ['chat_jsonl'] };
  const result = await synthesize(body);
  assert.deepEqual([result.engine_id, result.accepted], ['tool_calls', 12]);
  assert.ok(Number(result.rejected['arguments']) > 0, JSON.stringify(result.rejected));
  const numbers = { single: 1, parallel: 2, none: 0 };
  for (const { value } of result.items) {
    assert.equal(listIn(value['calls']).length, numbers[value['kind'] as keyof typeof numbers]);
  }
  const single = result.items.find(({ value }) => value['kind'] === 'single');
  const [call] = listIn(single?.value['calls']);
  const chat = (await chatsOf(result)).find(({ messages }) =>
    JSON.stringify(messages).includes(String(single?.value['request'])),
  );
  assert.deepEqual(chat, {
    messages: [
      { role: 'user', content: single?.value['request'] },
      {
        role: 'assistant',
        tool_calls: [
          {
            id: 'call_1',
            type: 'function',
            function: { name: 'get_weather', arguments: JSON.stringify(call?.['arguments']) },
          },
        ],
      },
    ],
    tools: [{ type: 'function', function: WEATHER }],
  });
});

test('texts are put into other words', async () => {
  const result = await synthesize({ count: 2, input, options: { perturbations: ['paraphrase'] } });
  assert.deepEqual(
    result.items.map(({ value }) => [value['perturbation'], value['meaning']]),
    [
      ['paraphrase', 'same'],
      ['paraphrase', 'same'],
    ],
  );
  assert.deepEqual(
    result.items.map(({ value }) => String(value['original'])).sort((a, b) => a.localeCompare(b)),
    MILLS,
  );
});

for (const [what, body, loc] of [
  ['a member that no persona has', { options: { personas: [{ ...BAKER, age: 7 }] } }, 'body.options.personas.0.age'],
  [
    'a persona that wants nothing, without texts',
    { options: { personas: [{ ...BAKER, goal: '' }] } },
    'body.options.personas.0.goal',
  ],
  ['two personas of one name', { options: { personas: [BAKER, BAKER] } }, 'body.options.personas.1.name'],
  [
    'an operation that there is not',
    { input, options: { evolve: { operations: ['shorten'] } } },
    'body.options.evolve.operations.0',
  ],
  [
    'a tool whose schema is none',
    { options: { tools: [{ ...WEATHER, parameters: { type: 'object', properties: 7 } }] } },
    'body.options.tools.0.parameters',
  ],
  [
    'a limit of what costs nothing known',
    { generator: 'two', max_cost_usd: 1, options: { tools: [WEATHER] } },
    'body.max_cost_usd',
  ],
  ['options of two engines', { options: { tools: [WEATHER], personas: [BAKER] } }, 'body.options.personas'],
  ['an engine that needs texts without any', { options: { evolve: {} } }, 'body.input'],
  ['cases of no kind', { options: { tools: [WEATHER], tool_kinds: { single: 0 } } }, 'body.options.tool_kinds'],
  ['rules for what needs a model', { generator: 'rules', options: { tools: [WEATHER] } }, 'body.generator'],
  [
    'a perturbation by rules beside one by a model',
    { input, options: { perturbations: ['paraphrase', 'typos'] } },
    'body.options.perturbations.1',
  ],
] as const) {
  test(`${what}: refused before anything is spent`, async () => {
    const before = server.calls.length;
    const answer = await client.expect<{ detail: { loc: string[] }[] }>(422, 'POST', '/v1/synthesis/jobs', { body });
    assert.equal(answer.detail[0]?.loc.join('.'), loc);
    assert.equal(server.calls.length, before);
  });
}

test('without a model, the engines that need one are listed as such, and refused', async () => {
  const without = await plain.client();
  const { items } = await without.expect<Static<typeof SynthesisEngineList>>(200, 'GET', '/v1/synthesis/engines');
  assert.deepEqual(
    items.filter(({ availability }) => availability.status === 'needs_model').map(({ engine_id }) => engine_id),
    ['conversation', 'evolve', 'tool_calls'],
  );
  for (const body of [{ options: { tools: [WEATHER] } }, { input, options: { perturbations: ['paraphrase'] } }]) {
    const problem = await without.expect<{ code: string }>(409, 'POST', '/v1/synthesis/jobs', { body });
    assert.equal(problem.code, 'model_not_configured');
  }
});
