/** A conversation that a language model writes, and what is kept of it. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { closed } from '../../model-question.ts';
import type { ModelQuestion } from '../../model-question.ts';
import { asData } from '../../prompt-data.ts';
import { findQuote, titledText } from '../generation/passages.ts';
import type { Passage } from '../generation/passages.ts';
import { instructions, languageRule } from '../generation/prompt.ts';
import type { Item } from '../items/item.ts';
import type { Persona } from './personas.ts';

/** Turns of a conversation: more need more output than a small model gives. */
export const MOST_TURNS = 10;

export interface AskedConversation {
  readonly persona: Persona;
  /** `null`: what the persona wants is the subject. */
  readonly passage: Passage | null;
  readonly scene: string;
  readonly opening: string;
  /** Messages of the user; as many answers follow. */
  readonly turns: number;
  readonly language: string | null;
}

const message = { role: Type.Enum(['user', 'assistant'], { type: 'string' }), content: Type.String() };
const FREE = closed({ messages: Type.Array(closed(message)) });
const GROUNDED = closed({ messages: Type.Array(closed({ ...message, quotes: Type.Array(Type.String()) })) });
type Message = Static<typeof FREE | typeof GROUNDED>['messages'][number];

const ON_PASSAGE = `- The user does not see <passage>; the assistant knows nothing but it. The user asks about its subject without speaking of a passage or text.
- quotes: for each answer that states something of the passage, the statements that it follows from, copied character by character, without omissions. Empty for other messages.`;

const TURN_TOKENS = 300;

export function questionFor(asked: AskedConversation): ModelQuestion<typeof FREE | typeof GROUNDED> {
  const { persona, passage, scene, opening, turns, language } = asked;
  return {
    name: 'conversation',
    instructions: instructions(
      `You write a conversation between a user and an assistant, for the test of assistants.
The user is described in <persona>.${passage === null ? ' It also says what the conversation is about.' : ' The conversation is about what <passage> states.'} ${scene} ${opening}`,
      `Rules:
- Exactly ${2 * turns} messages: ${turns === 1 ? 'one' : turns} of the user, each followed by one of the assistant.
- The user writes as the persona would, and never leaves the role. The assistant is helpful, correct and short.
- Later messages need earlier ones to be understood: "and the other one?".
${passage === null ? '' : `${ON_PASSAGE}\n`}- ${languageRule(language)}`,
    ),
    data: [asData('persona', personaText(persona)), ...(passage ? [asData('passage', titledText(passage))] : [])].join(
      '\n',
    ),
    schema: passage === null ? FREE : GROUNDED,
    maxTokens: 300 + 2 * turns * TURN_TOKENS,
  };
}

const personaText = ({ name, description, goal }: Persona): string =>
  [name, description, goal].filter((text) => text !== '').join('\n');

const WORD = /[\p{L}\p{N}]/u;

/**
 * The item of a conversation. It is rejected unless the two speak in turn, as often as they should, and quote what the
 * passage has.
 */
export function itemOf({ persona, passage, scene, turns }: AskedConversation, written: readonly Message[]): Item {
  const messages = written.map(({ role, content }) => ({ role, content: content.trim() }));
  const quotes = written.flatMap((said) => ('quotes' in said ? said.quotes : []));
  const found = passage === null ? [] : quotes.map((quote) => findQuote(passage, quote));
  const evidence = found.filter((place) => place !== null);
  return {
    value: {
      kind: 'conversation',
      persona: persona.name,
      messages,
      ...(passage && { contexts: [titledText(passage)] }),
    },
    provenance: { made_by: 'model', scene, ...(passage && { evidence }) },
    rejected:
      rejectMessages(messages, turns) ??
      (passage !== null && (evidence.length === 0 || evidence.length < found.length)
        ? { reason: 'quote', about: `${found.length - evidence.length} of ${found.length}` }
        : null),
  };
}

function rejectMessages(messages: readonly Pick<Message, 'role' | 'content'>[], turns: number): Item['rejected'] {
  if (messages.length !== 2 * turns) return { reason: 'output', about: `${messages.length} messages` };
  const isInTurn = messages.every(({ role }, index) => role === (index % 2 === 0 ? 'user' : 'assistant'));
  if (!isInTurn) return { reason: 'output', about: 'not in turn' };
  return messages.every(({ content }) => WORD.test(content)) ? null : { reason: 'output', about: 'an empty message' };
}
