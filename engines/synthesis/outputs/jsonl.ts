/** Items as JSON Lines: as they are, as chats for fine-tuning, or as inputs of Add. */
import type { Item, Rejection } from '../items/item.ts';
import { chatOf } from './chats.ts';
import { sourcesIn } from '../items/provenance.ts';

interface Kept extends Pick<Item, 'value' | 'provenance'> {
  /** `null`: it needs no check. */
  readonly scores: unknown;
}

interface Rejected extends Kept {
  readonly reason: Rejection | null;
  readonly about: string | null;
}

/** Some readers take these two for ends of lines; in JSON they may be escaped. */
const SEPARATORS = /[\u2028\u2029]/g;

const lineOf = (value: unknown): string =>
  `${JSON.stringify(value).replaceAll(SEPARATORS, (mark) => (mark === '\u2028' ? '\\u2028' : '\\u2029'))}\n`;

/** The members of an item, its provenance, and the scores of its checks, if it has any. */
export const jsonLine = ({ value, provenance, scores }: Kept): string =>
  lineOf({ ...value, provenance, ...(scores !== null && { scores }) });

/** The same with the reason of its rejection. */
export const rejectedLine = ({ value, provenance, reason, about, scores }: Rejected): string =>
  lineOf({ ...value, provenance, scores, rejected: { reason, about } });

/** A chat for fine-tuning; `null` for an item that is none. */
export function chatLine({ value }: Pick<Kept, 'value'>): string | null {
  const chat = chatOf(value);
  return chat && lineOf(chat);
}

/**
 * A question with its answer as an input of Add, with its kind and what it was made from as metadata; `null` for an
 * item that answers nothing.
 */
export function knowledgeInputLine({
  value: { kind, question, answer },
  provenance,
}: Pick<Kept, 'value' | 'provenance'>): string | null {
  if (typeof question !== 'string' || typeof answer !== 'string') return null;
  const metadata = { kind, synthetic: true, sources: sourcesIn(provenance) };
  return lineOf({ input_type: 'text', text: `# ${question}\n\n${answer}`, metadata });
}
