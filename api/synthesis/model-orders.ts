/** Orders of the engines that need a language model, and what is wrong with them. */
import { EVOLUTION_NAMES, PERSONAS, TOOL_KINDS, checkTools } from '../../engines/synthesis/options.ts';
import type { ToolKind } from '../../engines/synthesis/options.ts';
import { issueAt } from './issues.ts';
import type { Read } from './issues.ts';
import type { SynthesisJobRequest } from './request-schemas.ts';

/** Members of an order that all of these engines have. */
interface Shared {
  readonly count: number;
  readonly seed: number;
  readonly model: string;
  readonly language: string | null;
}

const DEFAULT_TURNS = 3;
const DEFAULT_DEPTH = 2;
const DEFAULT_TOOL_KINDS: Readonly<Record<ToolKind, number>> = { single: 3, parallel: 1, none: 1 };

/** Without texts, what the personas want is what conversations are about. */
export function readConversations({ input, options = {} }: SynthesisJobRequest, shared: Shared): Read {
  const { personas, turns = DEFAULT_TURNS } = options;
  const given = personas?.map(({ name, description, goal = '' }) => {
    const known = PERSONAS.find((persona) => persona.name === name);
    return { name, description: description ?? known?.description ?? '', goal };
  });
  const issues = (given ?? []).flatMap(({ name, description, goal }, index) => {
    const at = ['options', 'personas', index];
    const isTwice = given?.findIndex((other) => other.name === name) !== index;
    return [
      ...(description === '' ? [issueAt([...at, 'name'], unknownPersona(name))] : []),
      ...(isTwice ? [issueAt([...at, 'name'], `Two personas have the name ${name}.`)] : []),
      ...(input === undefined && goal === ''
        ? [issueAt([...at, 'goal'], 'Without input, the goal of each persona says what the conversation is about.')]
        : []),
    ];
  });
  if (given === undefined && input === undefined) {
    issues.push(issueAt(['input'], 'conversation needs texts as input, or personas with goals.'));
  }
  if (issues.length > 0) return { issues };
  return { order: { engine_id: 'conversation', ...shared, personas: given ?? [...PERSONAS], turns } };
}

const unknownPersona = (name: string): string =>
  `No persona is built in under the name ${name}: describe it, or take one of ` +
  `${PERSONAS.map((persona) => persona.name).join(', ')}.`;

export function readEvolutions({ options = {} }: SynthesisJobRequest, shared: Shared): Read {
  const { operations = [...EVOLUTION_NAMES], depth = DEFAULT_DEPTH } = options.evolve ?? {};
  return { order: { engine_id: 'evolve', ...shared, operations, depth } };
}

export function readToolCases({ input, options = {} }: SynthesisJobRequest, shared: Shared): Read {
  const { tools = [], tool_kinds: mix = DEFAULT_TOOL_KINDS } = options;
  const issues = checkTools(tools).map(({ path, message }) => issueAt(['options', 'tools', ...path], message));
  if (tools.length === 0)
    issues.push(issueAt(['options', 'tools'], 'tool_calls needs the definition of a tool at least.'));
  if (input) issues.push(issueAt(['input'], 'tool_calls makes cases from the tools alone: leave out input.'));
  if (TOOL_KINDS.every((kind) => !mix[kind])) {
    issues.push(issueAt(['options', 'tool_kinds'], 'Give at least one kind of cases a weight over 0.'));
  }
  if (issues.length > 0) return { issues };
  return { order: { engine_id: 'tool_calls', ...shared, tools, mix } };
}
