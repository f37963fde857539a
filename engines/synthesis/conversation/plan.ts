/** The plan of conversations: who talks about what, and how it goes. */
import { passagesOf } from '../generation/passages.ts';
import type { Passage, Text } from '../generation/passages.ts';
import { visitsOf } from '../generation/visits.ts';
import { tokensOf } from '../generation/prompt.ts';
import type { Plan, Task } from '../generation/task.ts';
import { pick, randomAt, shuffled } from '../random.ts';
import { itemOf, questionFor } from './ask.ts';
import type { AskedConversation } from './ask.ts';
import { OPENINGS, SCENES } from './personas.ts';
import type { Persona } from './personas.ts';

export interface Conversations {
  readonly personas: readonly Persona[];
  readonly turns: number;
  readonly seed: number;
  readonly language: string | null;
}

/** Output of a message with its quotations. */
const MESSAGE_TOKENS = 60;

type Situation = Pick<AskedConversation, 'persona' | 'scene' | 'opening'>;

/** On passages: each is talked about once before one is talked about again. Without: each persona in each situation. */
export async function planConversations(
  { personas, turns, seed, language }: Conversations,
  sources: readonly Text[],
): Promise<Plan> {
  const situations = personas.flatMap((persona) =>
    SCENES.flatMap((scene) => OPENINGS.map((opening): Situation => ({ persona, scene, opening }))),
  );
  const order: (Situation & { readonly passage: Passage | null })[] =
    sources.length === 0
      ? shuffled(situations, randomAt(seed, ['situations'])).map((situation) => ({ ...situation, passage: null }))
      : (await visitsOf(passagesOf(sources), seed)).map(({ passage }, place) => {
          const situation = pick(randomAt(seed, ['situations', place]), situations);
          return { ...situation, passage };
        });
  return {
    length: order.length,
    taskAt: (place) => {
      const situation = order[place];
      return situation === undefined ? null : taskOf({ ...situation, turns, language });
    },
  };
}

function taskOf(asked: AskedConversation): Task {
  const question = questionFor(asked);
  return {
    sources: asked.passage ? [asked.passage.source.id] : [],
    expected: 1,
    tokens: tokensOf(question, 2 * asked.turns * MESSAGE_TOKENS),
    make: async (ask) => {
      const { messages } = await ask(question);
      return [itemOf(asked, messages)];
    },
  };
}
