/** Cases of tool use: definitions that cannot hold are refused, and calls that do not match them rejected. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { planToolCases } from '../../../../engines/synthesis/tool-calls/plan.ts';
import type { ToolKind } from '../../../../engines/synthesis/tool-calls/ask.ts';
import { checkTools } from '../../../../engines/synthesis/tool-calls/tools.ts';
import { made, rejections, tasksOf } from '../../../support/synthesis-tasks.ts';

const weather = {
  name: 'get_weather',
  description: 'The weather of a place.',
  parameters: {
    type: 'object',
    required: ['place'],
    additionalProperties: false,
    properties: { place: { type: 'string' }, days: { type: 'integer', minimum: 1, maximum: 7 } },
  },
};
const clock = { name: 'get_time', description: 'The time of a place.', parameters: { ...weather.parameters } };

const plan = (mix: Partial<Record<ToolKind, number>>, tools = [weather, clock], seed = 1) =>
  planToolCases({ tools, mix, seed, language: null });

const call = (tool: string, args: unknown) => ({
  tool,
  arguments_json: typeof args === 'string' ? args : JSON.stringify(args),
});
const caseOf = (...calls: object[]) => ({ request: 'How is the weather in Wells?', calls });

test('arguments are kept if they match the schema of the tool', async () => {
  const [task] = tasksOf(plan({ single: 1 }, [weather]));
  const { items } = await made(task, {
    cases: [
      caseOf(call('get_weather', { place: 'Wells', days: 2 })),
      caseOf(call('get_weather', { place: 'Wells', days: 9 })),
      caseOf(call('get_weather', '{"place": "Wells"')),
    ],
  });
  assert.deepEqual(rejections(items), [null, 'arguments', 'arguments']);
  assert.deepEqual(items[0]?.value['calls'], [{ name: 'get_weather', arguments: { place: 'Wells', days: 2 } }]);
  assert.equal(items[1]?.rejected?.about, 'get_weather: /days must be <= 7');
});

test('a case has the calls of its kind', async () => {
  const wells = call('get_weather', { place: 'Wells' });
  const ripon = call('get_weather', { place: 'Ripon' });
  const rejected = async (kind: ToolKind, ...cases: object[]) => {
    const [task] = tasksOf(plan({ [kind]: 1 }, [weather]));
    return rejections((await made(task, { cases })).items);
  };
  assert.deepEqual(await rejected('single', caseOf(wells), caseOf(), caseOf(wells, ripon)), [null, 'calls', 'calls']);
  assert.deepEqual(await rejected('parallel', caseOf(wells, ripon), caseOf(wells), caseOf(wells, ripon, wells)), [
    null,
    'calls',
    'calls',
  ]);
  assert.deepEqual(await rejected('none', caseOf(), caseOf(wells)), [null, 'calls']);
  assert.deepEqual(await rejected('single', caseOf(call('get_moon', {}))), ['arguments']);
});

test('a case shows the tool that it is about, and others to choose from', async () => {
  const tools = Array.from({ length: 20 }, (_, index) => ({ ...weather, name: `tool_${index}` }));
  const tasks = tasksOf(plan({ single: 1, none: 1 }, tools));
  const about = new Set<string>();
  for (const task of tasks.slice(0, 60)) {
    const { questions, items } = await made(task, { cases: [] });
    assert.equal(questions[0]?.data.match(/<tool>/g)?.length, 8);
    assert.deepEqual(rejections(items), ['output']);
    about.add(/(?:of the tool|as if) (tool_\d+)/.exec(questions[0]?.instructions ?? '')?.[1] ?? '');
  }
  assert.ok(about.size > 15, `${about.size} tools`);
});

test('the seed decides the cases, and no two calls are the same', async () => {
  const asked = async (seed: number) => {
    const tasks = tasksOf(plan({ single: 1, parallel: 1, none: 1 }, undefined, seed));
    return Promise.all(tasks.map(async (task) => JSON.stringify((await made(task, { cases: [] })).questions)));
  };
  const first = await asked(1);
  assert.equal(new Set(first).size, first.length);
  assert.deepEqual(await asked(1), first);
  assert.notDeepEqual(await asked(2), first);
});

test('tools that cannot be called are refused with their place', () => {
  const broken = (parameters: Record<string, unknown>) => checkTools([{ ...weather, parameters }])[0];
  assert.deepEqual(checkTools([weather, clock]), []);
  assert.deepEqual(checkTools([weather, weather])[0]?.path, [1, 'name']);
  assert.deepEqual(broken({ type: 'string' })?.path, [0, 'parameters']);
  assert.deepEqual(broken({ type: 'object', properties: { a: { enum: [] } } })?.path, [
    0,
    'parameters',
    'properties',
    'a',
    'enum',
  ]);
  assert.deepEqual(broken({ type: 'object', required: ['b'], additionalProperties: false })?.path, [
    0,
    'parameters',
    'required',
  ]);
  assert.match(broken({ type: 'object', properties: { a: { type: 'text' } } })?.message ?? '', /no JSON Schema/);
  assert.match(broken({ type: 'object', properties: { a: { pattern: '(?=a)' } } })?.message ?? '', /no JSON Schema/);
  const half = { type: 'object', allOf: Array.from({ length: 600 }, (_, at) => ({ minProperties: at })) };
  assert.deepEqual(checkTools([{ ...weather, parameters: half }]), []);
  assert.match(
    checkTools([weather, clock].map((tool) => ({ ...tool, parameters: half })))[0]?.message ?? '',
    /more than 1000 subschemas/,
  );
});
