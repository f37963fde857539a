/** Members of a case as the data of a question. */
import { asData } from '../../../prompt-data.ts';
import { expectedOutputs } from '../../cases/case.ts';
import type { Case } from '../../cases/case.ts';
import { quotesFrom } from './quotes.ts';

/** What a judge can be shown of a case, in this order. */
export const SHOWN_FIELDS = [
  ...(['user_input', 'retrieval_contexts', 'conversation_turns', 'tool_calls'] as const),
  ...(['expected_output', 'actual_output'] as const),
] as const;
export type ShownField = (typeof SHOWN_FIELDS)[number];

/** What a system did, which can be judged. */
export const OUTPUT_FIELDS: readonly ShownField[] = ['actual_output', 'conversation_turns', 'tool_calls'];

export interface ShownCase {
  readonly data: string;
  /** The texts, without tags: what quotations can be from. */
  readonly texts: readonly ShownText[];
}

export interface ShownText {
  readonly field: ShownField;
  /** Its place among the texts of the field. */
  readonly index: number;
  readonly text: string;
}

/** Fields that the case lacks show nothing. */
export function showCase(subject: Case, fields: readonly ShownField[]): ShownCase {
  const shown = fields.map((field) => ({ field, ...SHOW[field](subject) }));
  return {
    data: shown.flatMap(({ data }) => data).join('\n'),
    texts: shown.flatMap(({ field, texts }) => texts.map((text, index) => ({ field, index, text }))),
  };
}

/** A turn of a conversation. */
export interface PlacedTurn {
  /** Its index in the conversation. */
  readonly turn: number;
  readonly role: string;
  readonly content: string;
}

export const placedTurns = ({ conversation_turns: turns = [] }: Case): PlacedTurn[] =>
  turns.map(({ role, content }, turn) => ({ turn, role, content }));

export const turnData = ({ turn, role, content }: PlacedTurn, attributes = ''): string =>
  asData('turn', content, ` number="${turn + 1}" role="${role}"${attributes}`);

/** A part of a shown text, in UTF-16 code units, end exclusive. */
export interface ShownQuote extends ShownText {
  readonly start: number;
  readonly end: number;
}

/** Finds quotations in shown texts. */
export function quotesOf(texts: readonly ShownText[]): (quote: string | null) => ShownQuote | null {
  const find = quotesFrom(texts.map(({ text }) => text));
  return (quote) => {
    const place = find(quote);
    const source = place === null ? undefined : texts[place.context];
    if (place === null || source === undefined) return null;
    return { field: source.field, index: source.index, start: place.start, end: place.end, text: place.text };
  };
}

interface Shown {
  readonly data: readonly string[];
  readonly texts: readonly string[];
}

const plain = (tag: Parameters<typeof asData>[0], texts: readonly string[]): Shown => ({
  data: texts.map((text, index) => asData(tag, text, texts.length > 1 ? ` number="${index + 1}"` : '')),
  texts,
});
const present = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

const SHOW: Readonly<Record<ShownField, (subject: Case) => Shown>> = {
  user_input: ({ user_input }) => plain('question', present(user_input)),
  retrieval_contexts: ({ retrieval_contexts = [] }) => plain('passage', retrieval_contexts),
  conversation_turns: (subject) => ({
    data: placedTurns(subject).map((turn) => turnData(turn)),
    texts: placedTurns(subject).map(({ content }) => content),
  }),
  tool_calls: ({ tool_calls = [] }) =>
    plain(
      'call',
      tool_calls.map((call) => JSON.stringify(call)),
    ),
  expected_output: (subject) => plain('expected_answer', expectedOutputs(subject)),
  actual_output: ({ actual_output }) => plain('answer', present(actual_output)),
};
