/**
 * The other items of the scripted model: conversations, evolved instructions, tool calls and paraphrases, with the
 * faults that it plants.
 */
import { generateSync } from 'json-schema-faker';
import { factsOf } from './facts.ts';
import { chanceOf, plantedIn } from './faults.ts';
import type { Planted } from './faults.ts';
import { FAULTY } from './questions.ts';
import type { ShownPassage } from './questions.ts';

interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: string;
  readonly quotes: readonly string[];
}

export function writeConversation(
  { title, text }: ShownPassage,
  { turns, persona, planted }: { readonly turns: number; readonly persona: string; readonly planted: Planted },
): { readonly messages: readonly Message[] } {
  const facts = factsOf(title, text);
  const from = Math.floor(chanceOf(`${persona}${text}`) * facts.length);
  const messages = Array.from({ length: turns }, (_, turn): readonly Message[] => {
    const fact = facts[(from + turn) % Math.max(facts.length, 1)];
    const asked = fact?.question ?? `What is there to say about ${title}?`;
    return [
      { role: 'user', content: turn === 0 ? asked : `And ${asked}`, quotes: [] },
      { role: 'assistant', content: fact?.answer ?? 'I do not know.', quotes: fact ? [fact.sentence] : [] },
    ];
  }).flat();
  const said = messages.filter(({ role }) => role === 'user').map(({ content }) => content);
  const fault = plantedIn(said.join('\n'), FAULTY, ['turns', 'invented_quote', 'not_in_turn']);
  if (fault !== null) planted.add(said.join('\n'), fault);
  if (fault === 'turns') return { messages: messages.slice(0, -1) };
  if (fault === 'not_in_turn') return { messages: messages.toReversed() };
  if (fault !== 'invented_quote') return { messages };
  return { messages: messages.map((message) => ({ ...message, quotes: ['As all agree, it was so.'] })) };
}

const CONSTRAINTS = [
  'Give two examples from everyday life.',
  'Explain it for a reader of twelve years.',
  'Name the source of each statement.',
  'Compare it with how it was a century ago.',
  'Answer in a table with three columns.',
  'Begin with the most common mistake.',
  'Leave out all dates.',
  'Say how sure each part of the answer is.',
];

export function writeInstruction(before: string, operation: string, planted: Planted): { instruction: string } {
  const place = Math.floor(chanceOf(`${operation} ${before}`) * CONSTRAINTS.length);
  const instruction =
    operation === 'breadth'
      ? `Describe an unusual case that resembles this one: ${before.slice(0, 80)}`
      : `${before} ${CONSTRAINTS[place]}`;
  const fault = plantedIn(instruction, FAULTY, ['unchanged', 'leak', 'unanswered']);
  if (fault === null) return { instruction };
  // What is not changed repeats a text that may be good by itself.
  const bad = { unchanged: before, leak: `The rewritten prompt: ${instruction}`, unanswered: instruction }[fault];
  if (fault !== 'unchanged') planted.add(bad, fault);
  return { instruction: bad };
}

export function writeResponse(instruction: string, planted: Planted): { response: string } {
  if (planted.faultOf(instruction) === 'unanswered') return { response: 'Sorry, I cannot help with that.' };
  return { response: `First, one says what is meant by "${instruction.slice(0, 60)}"; then one does it step by step.` };
}

export interface ShownTool {
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Calls of a case; other kinds have one. */
const CALLS: Readonly<Record<string, number>> = { none: 0, parallel: 2 };

interface WrittenCase {
  readonly request: string;
  readonly calls: readonly { readonly tool: string; readonly arguments_json: string }[];
}

export function writeCases(
  kind: string,
  tools: readonly ShownTool[],
  { setting, count, planted }: { readonly setting: string; readonly count: number; readonly planted: Planted },
): { readonly cases: readonly WrittenCase[] } {
  const [about] = tools;
  if (about === undefined) return { cases: [] };
  const cases = Array.from({ length: count }, (_, index): WrittenCase => {
    const calls = Array.from({ length: CALLS[kind] ?? 1 }, (__, call) => {
      const seed = Math.floor(chanceOf(`${setting} ${kind} ${about.name} ${index} ${call}`) * 2 ** 31);
      const made: unknown = generateSync(about.parameters, { seed, optionalsProbability: 0 });
      return { tool: about.name, arguments_json: JSON.stringify(made) };
    });
    const values = calls.map(({ arguments_json }) => arguments_json.replaceAll(/["{}[\]]/g, ' ').trim()).join('; ');
    const place = Math.floor(chanceOf(`${setting} ${kind} ${about.name} ${index}`) * 900) + 100;
    const wish = kind === 'none' ? `sing song number ${place} about` : 'help me with';
    return {
      request: `${setting} Please ${wish} "${about.description.slice(0, 60)}": ${values} (order ${place}).`,
      calls,
    };
  });
  return {
    cases: cases.map((written) => {
      const fault = plantedIn(written.request, FAULTY, ['arguments', 'unknown_tool', 'calls']);
      if (fault === null) return written;
      planted.add(written.request, fault);
      const [call] = written.calls;
      if (fault === 'calls' || call === undefined) {
        const surplus = { tool: about.name, arguments_json: '{}' };
        return { ...written, calls: kind === 'single' ? [] : [surplus] };
      }
      const bad =
        fault === 'arguments' ? { ...call, arguments_json: '{"surely": not json' } : { ...call, tool: 'nothing' };
      return { ...written, calls: [bad, ...written.calls.slice(1)] };
    }),
  };
}

/** The sentences in another order, with a beginning; or with a fault. */
export function writeParaphrase(text: string, way: string, planted: Planted): { text: string } {
  const sentences = text.split(/(?<=[.!?]) /);
  const turn = Math.floor(chanceOf(`${way} ${text}`) * sentences.length);
  const begun = [...sentences.slice(turn), ...sentences.slice(0, turn)].map((sentence) => `It is said: ${sentence}`);
  const written = begun
    .map((sentence) => sentence.replaceAll(/ (?:was|is) /g, ' has been ').replaceAll(' the ', ' that '))
    .join(' ');
  const fault = plantedIn(written, FAULTY, ['unchanged', 'other_number']);
  if (fault === null) return { text: written };
  const bad = fault === 'unchanged' ? text : `${written} That was 77,341 times so.`;
  planted.add(bad, fault);
  return { text: bad };
}
