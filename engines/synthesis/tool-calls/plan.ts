/** The plan of cases of tool use: which kinds, about which tools, in which situations. */
import { tokensOf } from '../generation/prompt.ts';
import type { Plan, Task } from '../generation/task.ts';
import { drawn, randomAt, shuffled } from '../random.ts';
import { TOOL_KINDS, itemOf, questionFor } from './ask.ts';
import type { AskedCases, ToolKind } from './ask.ts';
import type { Tool } from './tools.ts';

export interface ToolCases {
  readonly tools: readonly Tool[];
  /** Weights of the kinds; a kind without one is not made. */
  readonly mix: Readonly<Partial<Record<ToolKind, number>>>;
  readonly seed: number;
  readonly language: string | null;
}

/** What makes the cases of a tool differ. */
export const SETTINGS = [
  'The users are at work in an office.',
  'The users are at home with their family.',
  'The users travel.',
  'The users run a small shop or a workshop.',
  'The users study or do research.',
  'The users act for somebody else.',
  'The users are in a hurry.',
  'The users plan something for a later time.',
] as const;
export const MANNERS = [
  'They write short commands.',
  'They write in full, polite sentences.',
  'They first tell what it is about, then ask.',
  'They write as in a chat, without capitals and with abbreviations.',
  'They ask a question instead of giving an order.',
] as const;

/** Cases of a call. */
export const CASES = 3;
/** Tools that a case shows beside the one that it is about: an assistant has to choose. */
const MOST_OTHERS = 7;
/** Output of a case. */
const CASE_TOKENS = 120;

export function planToolCases({ tools, mix, seed, language }: ToolCases): Plan {
  const random = randomAt(seed, ['tools']);
  let left = TOOL_KINDS.map((kind) => ({ kind, weight: mix[kind] ?? 0 }))
    .filter(({ weight }) => weight > 0)
    .map((kind) => ({ ...kind, open: shuffled(situations(tools), randomAt(seed, ['tools', kind.kind])) }));
  const asked: Omit<AskedCases, 'count' | 'language'>[] = [];
  for (;;) {
    left = left.filter(({ open }) => open.length > 0);
    const chosen = drawn(left, random);
    const next = chosen?.open.pop();
    if (chosen === undefined || next === undefined) break;
    const { about, ...situation } = next;
    const others = shuffled(
      tools.filter((tool) => tool !== about),
      randomAt(seed, ['tools', asked.length]),
    );
    asked.push({ kind: chosen.kind, ...situation, tools: [about, ...others.slice(0, MOST_OTHERS)] });
  }
  return {
    length: asked.length,
    taskAt: (place) => {
      const situation = asked[place];
      return situation === undefined ? null : taskOf({ ...situation, count: CASES, language });
    },
  };
}

const situations = (tools: readonly Tool[]) =>
  tools.flatMap((about) => SETTINGS.flatMap((setting) => MANNERS.map((manner) => ({ about, setting, manner }))));

function taskOf(asked: AskedCases): Task {
  const question = questionFor(asked);
  return {
    sources: [],
    expected: asked.count,
    tokens: tokensOf(question, CASE_TOKENS * asked.count),
    make: async (ask) => {
      const { cases } = await ask(question);
      const items = cases.slice(0, asked.count).map((written) => itemOf(asked, written));
      if (items.length > 0) return items;
      const rejected = { reason: 'output', about: 'no case' } as const;
      return [{ value: { kind: asked.kind }, provenance: { made_by: 'model' }, rejected }];
    },
  };
}
