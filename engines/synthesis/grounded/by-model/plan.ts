/** The plan of questions by a model: which kinds, on which passages, beginning where. */
import { passagesOf } from '../../generation/passages.ts';
import type { Passage, Text } from '../../generation/passages.ts';
import type { Plan, Task } from '../../generation/task.ts';
import { visitsOf } from '../../generation/visits.ts';
import type { Visit } from '../../generation/visits.ts';
import { tokensOf } from '../../generation/prompt.ts';
import { drawn, pick, randomAt } from '../../random.ts';
import type { Random } from '../../random.ts';
import type { QuestionMix } from '../questions/index.ts';
import { itemOf, questionFor } from './ask.ts';
import type { Asked } from './ask.ts';
import { ASKED_FORMS, MANNERS } from './forms.ts';
import type { AskedKind } from './forms.ts';
import { Partners } from './partners.ts';

export interface QuestionsByModel {
  readonly mix: QuestionMix;
  readonly seed: number;
  /** BCP 47; `null`: that of the passages. */
  readonly language: string | null;
}

/** Questions of a call: more of them on one passage ask for ever smaller things. */
export const MOST_QUESTIONS = 3;
/** Output of a question with its answer and quotations. */
const QUESTION_TOKENS = 120;

export async function planQuestions(
  { mix, seed, language }: QuestionsByModel,
  sources: readonly Text[],
): Promise<Plan> {
  const passages = passagesOf(sources);
  const visits = await visitsOf(passages, seed);
  const kinds = ASKED_KINDS.map((kind) => ({ kind, weight: mix[kind] ?? 0 })).filter(({ weight }) => weight > 0);
  const partners = kinds.some(({ kind }) => ASKED_FORMS[kind].passages === 2) ? await Partners.among(passages) : null;

  /** The kinds are tried until one can be asked: not every passage has a partner. */
  const choose = ({ passage, place }: Visit, random: Random): Pick<Asked, 'kind' | 'passages'> | null => {
    for (let left = kinds; ;) {
      const kind = drawn(left, random)?.kind;
      if (kind === undefined) return null;
      const chosen = withPartner(kind, passage, partners?.of(place, random) ?? null);
      if (chosen !== null) return { kind, passages: chosen };
      left = left.filter((other) => other.kind !== kind);
    }
  };

  return {
    length: visits.length,
    taskAt: (at) => {
      const visit = visits[at];
      if (visit === undefined) return null;
      const random = randomAt(seed, ['questions', at]);
      const chosen = choose(visit, random);
      if (chosen === null) return null;
      const { passage, sentences } = visit;
      const [start, end] = pick(random, sentences);
      return taskOf({
        ...chosen,
        focus: passage.source.text.slice(start, end),
        manner: MANNERS[at % MANNERS.length] ?? MANNERS[0],
        count: Math.min(MOST_QUESTIONS, sentences.length),
        language,
      });
    },
  };
}

const ASKED_KINDS: readonly AskedKind[] = ['single_hop', 'multi_hop', 'comparison', 'temporal', 'unanswerable'];

function withPartner(kind: AskedKind, passage: Passage, partner: Passage | null): readonly Passage[] | null {
  if (ASKED_FORMS[kind].passages === 1) return [passage];
  return partner === null ? null : [passage, partner];
}

function taskOf(asked: Asked): Task {
  const question = questionFor(asked);
  return {
    sources: [...new Set(asked.passages.map(({ source }) => source.id))],
    expected: asked.count,
    tokens: tokensOf(question, QUESTION_TOKENS * asked.count),
    make: async (ask) => {
      const { questions } = await ask(question);
      const items = questions.slice(0, asked.count).map((written) => itemOf(asked, written));
      if (items.length > 0) return items;
      const rejected = { reason: 'output', about: 'no question' } as const;
      return [{ value: { kind: asked.kind }, provenance: { made_by: 'model' }, rejected }];
    },
  };
}
