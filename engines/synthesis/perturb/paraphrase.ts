/** Texts that a language model puts into other words, and what is kept of them: those that keep all numbers. */
import { Type } from 'typebox';
import { closed } from '../../model-question.ts';
import type { ModelQuestion } from '../../model-question.ts';
import { asData } from '../../prompt-data.ts';
import { jaccard, shinglesOf } from '../duplicates/minhash.ts';
import { passagesOf, textOf } from '../generation/passages.ts';
import type { Passage, Text } from '../generation/passages.ts';
import { instructions, tokensOf } from '../generation/prompt.ts';
import type { Plan, Task } from '../generation/task.ts';
import type { Item } from '../items/item.ts';
import { randomAt, shuffled } from '../random.ts';

export const PARAPHRASE = 'paraphrase';

/** Each passage is put into other words in each of these ways. */
export const WAYS = [
  'Use other words and another order of the sentences.',
  'Write as people speak.',
  'Write formally, as in a letter to an authority.',
  'Use short sentences and common words.',
  'Join sentences, and say it as briefly as possible.',
  'Say it in more words.',
] as const;

const PARAPHRASED = closed({ text: Type.String() });

function questionFor(passage: Passage, way: string): ModelQuestion<typeof PARAPHRASED> {
  const data = asData('passage', textOf(passage));
  return {
    name: PARAPHRASE,
    instructions: instructions(
      `You put <passage> into other words, in its language. ${way}
Keep its meaning: nothing is added, left out, or made more or less certain. Keep names, numbers, dates and units as they are written. If it is a question or a request, the result is one, too: do not answer it.`,
    ),
    data,
    schema: PARAPHRASED,
    maxTokens: 200 + 2 * data.length,
  };
}

/** All passages in one way before any in another one. */
export function planParaphrases({ seed }: { readonly seed: number }, sources: readonly Text[]): Plan {
  const passages = passagesOf(sources);
  const turns = WAYS.flatMap((_way, round) =>
    shuffled([...passages.entries()], randomAt(seed, [PARAPHRASE, round])).map(([place, passage]) => ({
      passage,
      way: WAYS[(round + place) % WAYS.length] ?? WAYS[0],
    })),
  );
  return {
    length: turns.length,
    taskAt: (place) => {
      const turn = turns[place];
      return turn === undefined ? null : taskOf(turn.passage, turn.way);
    },
  };
}

function taskOf(passage: Passage, way: string): Task {
  const question = questionFor(passage, way);
  const { input } = tokensOf(question, 0);
  return {
    sources: [passage.source.id],
    expected: 1,
    tokens: { input, output: input },
    make: async (ask) => {
      const { text } = await ask(question);
      const [original, written] = [textOf(passage), text.trim()];
      return [
        {
          value: { text: written, original, perturbation: PARAPHRASE, meaning: 'same' },
          provenance: { made_by: 'model', source: passage.source.id, way },
          rejected: reject(original, written),
        },
      ];
    },
  };
}

const WORD = /[\p{L}\p{N}]/u;
const NUMBER = /\p{N}+/gu;
/** From this share of equal shingles on, the words are the same. */
const SAME = 0.8;

function reject(original: string, written: string): Item['rejected'] {
  if (!WORD.test(written)) return { reason: 'output', about: 'no text' };
  if (jaccard(shinglesOf(original), shinglesOf(written)) >= SAME) return { reason: 'no_gain', about: 'the same words' };
  const missing = numbersIn(original).find((number) => !numbersIn(written).includes(number));
  const added = numbersIn(written).find((number) => !numbersIn(original).includes(number));
  const changed = missing ?? added;
  return changed === undefined ? null : { reason: 'meaning', about: `the number ${changed}` };
}

const numbersIn = (text: string): readonly string[] => text.match(NUMBER) ?? [];
