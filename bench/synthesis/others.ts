/**
 * The other engines in small: how many of the items that were asked for are made, how distinct they are, and what they
 * take.
 */
import type { Cases } from '../knowledge/cases.ts';
import type { ApiClient } from '../support/client.ts';
import { hasBfcl, readBfcl } from '../../test/support/evaluation/bfcl.ts';
import { isObject } from '../../platform/is-object.ts';
import { repeatsIn } from './measures/near-duplicates.ts';
import { begin, rejectedOf, spentBy } from './questions/index.ts';
import type { NamedModel } from './questions/index.ts';
import { synthesize } from './service.ts';
import type { MadeItem } from './service.ts';

/** Items of the engines that rules and a model drive. */
const COUNT = { rules: 200, model: 50 };
/** Passages and tools that items are made from. */
const PASSAGES = 60;
const TOOLS = 20;

const HEAD = [
  'items',
  'asked',
  'made',
  'exact duplicates',
  'near-duplicates',
  'items/s',
  'calls an item',
  'tokens an item',
];

/** Whether all items that were asked for were made, and none twice. */
export async function benchOthers(
  client: ApiClient,
  model: NamedModel,
  { passages, questions }: Cases,
  keep: (row: string, items: readonly unknown[]) => void,
): Promise<boolean> {
  const texts = (given: readonly { readonly title?: string; readonly text: string }[]) => ({
    input: { type: 'contexts', contexts: given.slice(0, PASSAGES).map(({ title = '', text }) => ({ title, text })) },
  });
  const onPassages = texts(passages);
  const byRules = { count: COUNT.rules, generator: 'rules', ...onPassages };
  const byModel = { count: COUNT.model, generator: model.name };
  const orders: Readonly<Record<string, object>> = {
    'perturb, rules': { engine_id: 'perturb', ...byRules },
    'perturb, paraphrase': {
      engine_id: 'perturb',
      ...byModel,
      ...onPassages,
      options: { perturbations: ['paraphrase'] },
    },
    conversation: { engine_id: 'conversation', ...byModel, ...onPassages },
    evolve: { engine_id: 'evolve', ...byModel, ...texts(questions) },
    ...(hasBfcl && { tool_calls: { engine_id: 'tool_calls', ...byModel, options: { tools: tools() } } }),
  };
  if (!hasBfcl) console.error('skipped: TOOL CALLS ARE NOT MEASURED, there is no ../shared/eval-data/evaluation.');
  console.log(`\n| ${[...HEAD, 'planted faults kept', 'rejected'].join(' | ')} |\n|${'---|'.repeat(HEAD.length + 2)}`);
  let isMet = true;
  for (const [name, order] of Object.entries(orders)) {
    const planted = begin(model);
    const done = await synthesize(client, order);
    keep(`${name}: ${model.name}`, done.items);
    const { calls = 0, tokens = 0 } = spentBy(model) ?? {};
    const { asked } = done.result;
    const made = done.items.map(textOf);
    // Rules alter texts on purpose so little that they are nearly the same.
    const { exact, near } =
      name === 'perturb, rules' ? { exact: made.length - new Set(made).size, near: '' } : repeatsIn(made);
    const faults = planted?.among(made).map(({ fault, planted: of, kept }) => `${fault} ${kept} of ${of}`);
    const figures = [
      (made.length / done.seconds).toFixed(1),
      (calls / made.length).toFixed(2),
      (tokens / made.length).toFixed(0),
    ];
    console.log(
      '| ' +
        `${[name, asked, made.length, exact, near, ...figures, faults?.join(', ') ?? '', rejectedOf(done)].join(' | ')} |`,
    );
    isMet &&= made.length === asked && exact === 0;
  }
  return isMet;
}

/** What an item asks with: all that a user says in a conversation. */
function textOf({ instruction, request, text, messages }: MadeItem): string {
  if (!Array.isArray(messages)) return [instruction, request, text].find((member) => typeof member === 'string') ?? '';
  return messages
    .filter(isObject)
    .filter(({ role }) => role === 'user')
    .map(({ content }) => String(content))
    .join('\n');
}

/** Functions of the Berkeley Function-Calling Leaderboard, whose schemas name types as Python does. */
function tools(): readonly object[] {
  const functions = readBfcl('simple_python').flatMap((row) => row.function);
  // No name of a tool has a dot.
  const named = new Map(functions.map((tool) => ['name' in tool ? String(tool.name).replaceAll('.', '_') : '', tool]));
  const plain = JSON.stringify([...named].slice(0, TOOLS).map(([name, tool]) => ({ ...tool, name })))
    .replaceAll('"type":"dict"', '"type":"object"')
    .replaceAll('"type":"float"', '"type":"number"')
    .replaceAll('"type":"tuple"', '"type":"array"')
    .replaceAll('"type":"any"', '"type":"string"');
  return JSON.parse(plain);
}
