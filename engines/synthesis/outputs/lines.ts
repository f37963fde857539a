/** Items as JSON Lines: as they are, or as chats for fine-tuning. */
import type { Item } from '../item.ts';

type Kept = Pick<Item, 'value' | 'provenance'>;

/** Some readers take these two for ends of lines; in JSON they may be escaped. */
const SEPARATORS = /[\u2028\u2029]/g;

const lineOf = (value: unknown): string =>
  `${JSON.stringify(value).replaceAll(SEPARATORS, (mark) => (mark === '\u2028' ? '\\u2028' : '\\u2029'))}\n`;

/** The members of an item, and its provenance. */
export const jsonLine = ({ value, provenance }: Kept): string => lineOf({ ...value, provenance });

const NO_ANSWER = 'The passages do not say.';

/** A question on its passages as a chat in the format of OpenAI's fine-tuning; `null` for an item that is no question. */
export function chatLine({ value: { question, answer, contexts } }: Kept): string | null {
  if (typeof question !== 'string') return null;
  const passages = Array.isArray(contexts) ? contexts.filter((text) => typeof text === 'string') : [];
  const content = [...passages, question].join('\n\n');
  const said = typeof answer === 'string' ? answer : NO_ANSWER;
  return lineOf({
    messages: [
      { role: 'user', content },
      { role: 'assistant', content: said },
    ],
  });
}
