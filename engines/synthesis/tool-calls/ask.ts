/** Cases of tool use that a language model writes, and what is kept of them: calls whose arguments are valid. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../../model-question.ts';
import type { ModelQuestion } from '../../model-question.ts';
import { asData } from '../../prompt-data.ts';
import { validateWithin, validatorOf } from '../../text/json-schema.ts';
import { instructions, languageRule } from '../generation/prompt.ts';
import type { Item } from '../items/item.ts';
import { isObject } from '../../../platform/is-object.ts';
import type { Tool } from './tools.ts';

export const TOOL_KINDS = ['single', 'parallel', 'none'] as const;
export type ToolKind = (typeof TOOL_KINDS)[number];

/** What a call asks for. */
export interface AskedCases {
  readonly kind: ToolKind;
  /** Those that the assistant has; the first is the one that cases are about. */
  readonly tools: readonly Tool[];
  readonly setting: string;
  readonly manner: string;
  readonly count: number;
  readonly language: string | null;
}

const CASES = closed({
  cases: Type.Array(
    closed({
      request: Type.String(),
      // Endpoints that keep to a schema know no object of any content.
      calls: Type.Array(closed({ tool: Type.String(), arguments_json: Type.String() })),
    }),
  ),
});
type Case = Static<typeof CASES>['cases'][number];

const KINDS: Readonly<Record<ToolKind, (tool: string) => string>> = {
  single: (tool) => `Each request needs exactly one call, of the tool ${tool}.`,
  parallel: (tool) =>
    `Each request needs two to four calls that do not depend on each other: several of the tool ${tool} with ` +
    'different arguments, or one of it and calls of other tools.',
  none: (tool) =>
    `No tool can do what a request asks for, although the request sounds as if ${tool} could. The list of ` +
    'calls is empty.',
};

const OUTPUT_TOKENS = 300;

export function questionFor({
  kind,
  tools,
  setting,
  manner,
  count,
  language,
}: AskedCases): ModelQuestion<typeof CASES> {
  const [about] = tools;
  return {
    name: `tool_calls_${kind}`,
    instructions: instructions(
      `You write cases for the test of an assistant that calls tools.
The tools that it has are in <tool>, each as JSON: its name, what it does, and the JSON Schema of its arguments. Write ${count === 1 ? 'one case' : `${count} cases`}. ${KINDS[kind](about?.name ?? '')}`,
      `Rules:
- request: what a user writes to the assistant. It does not name tools or arguments. It says, or clearly implies, the value of each argument that the calls have.
- calls: the calls that a perfect assistant makes, in the order of the request. arguments_json is a JSON object as text that matches the schema of the tool, with no argument that the request does not ask for.
- People and places may be made up. E-mail addresses end with @example.com; there are no phone numbers.
- The cases differ from each other in what they ask for and in all values.
- ${setting} ${manner} ${languageRule(language)}`,
    ),
    data: tools.map((tool) => asData('tool', JSON.stringify(tool))).join('\n'),
    schema: CASES,
    maxTokens: OUTPUT_TOKENS + count * OUTPUT_TOKENS,
  };
}

interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

const WORD = /[\p{L}\p{N}]/u;

/** The item of a case. It is rejected unless it has the calls that its kind needs, each with valid arguments. */
export function itemOf({ kind, tools }: AskedCases, { request, calls: written }: Case): Item {
  const calls: ToolCall[] = [];
  let rejected: Item['rejected'] = WORD.test(request) ? null : { reason: 'output', about: 'no request' };
  for (const { tool: name, arguments_json } of written) {
    const read = readArguments(tools, name, arguments_json);
    if ('wrong' in read) rejected ??= { reason: 'arguments', about: read.wrong };
    else calls.push({ name, arguments: read.value });
  }
  const distinct = new Set(calls.map((call) => JSON.stringify(call))).size;
  rejected ??= fits(kind, calls, distinct, tools[0]?.name)
    ? null
    : { reason: 'calls', about: `${distinct} for ${kind}` };
  return {
    value: { kind, request: request.trim(), calls, tools },
    provenance: { made_by: 'model', tool: tools[0]?.name ?? null },
    rejected,
  };
}

function fits(kind: ToolKind, calls: readonly ToolCall[], distinct: number, about: string | undefined): boolean {
  if (kind === 'none') return calls.length === 0;
  const isAbout = calls.some(({ name }) => name === about);
  return kind === 'single' ? isAbout && calls.length === 1 : isAbout && distinct >= 2 && distinct === calls.length;
}

/** Other tenants' calls wait meanwhile. */
const LONGEST_VALIDATION_MS = 500;

type Arguments = { readonly value: ToolCall['arguments'] } | { readonly wrong: string };

function readArguments(tools: readonly Tool[], name: string, text: string): Arguments {
  const tool = tools.find((known) => known.name === name);
  if (tool === undefined) return { wrong: 'a tool that there is not' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { wrong: `${name}: no JSON` };
  }
  const validate = validatorOf(tool.parameters);
  const isValid = validateWithin(LONGEST_VALIDATION_MS, validate, value);
  if (isValid === null) return { wrong: `${name}: its schema takes too long to check` };
  if (isValid && isObject(value)) return { value };
  const [first] = validate.errors ?? [];
  return { wrong: `${name}: ${first?.instancePath ?? ''} ${first?.message ?? 'is no object'}` };
}
