/**
 * What texts are too short to make items from, and how many items an order can give at most: known before anything is
 * made.
 */
import { isUnspaced, words } from '../../text/words.ts';
import type { EngineId } from '../catalog.ts';
import { OPENINGS, SCENES } from '../conversation/personas.ts';
import { MOST_CHAINS } from '../evolve/plan.ts';
import { passagesOf } from '../generation/passages.ts';
import type { Text } from '../generation/passages.ts';
import { MOST_VISITS } from '../generation/visits.ts';
import { ASKED_FORMS } from '../grounded/by-model/forms.ts';
import { MOST_QUESTIONS } from '../grounded/by-model/plan.ts';
import type { QuestionKind } from '../grounded/questions/question.ts';
import type { ModelOrder } from './model-order.ts';
import type { Order } from './order.ts';
import { MOST_ROUNDS } from '../perturb/index.ts';
import { WAYS } from '../perturb/paraphrase.ts';
import { TOOL_KINDS } from '../tool-calls/ask.ts';
import type { ToolKind } from '../tool-calls/ask.ts';
import { CASES, MANNERS, SETTINGS } from '../tool-calls/plan.ts';

/** Words of a text that says something to ask about; an instruction has two, and any word can be altered. */
export const LEAST_WORDS: Readonly<Partial<Record<EngineId, number>>> = {
  grounded_qa: 4,
  conversation: 4,
  evolve: 2,
  perturb: 1,
};

/**
 * Whether a text has fewer words than items of the engine need. In scripts without spaces, two letters count as a word.
 */
export function isTooShort(engineId: EngineId, text: string): boolean {
  const least = LEAST_WORDS[engineId] ?? 0;
  let found = 0;
  for (const { text: word } of words(text)) {
    found += isUnspaced(word) ? Math.ceil(word.length / 2) : 1;
    if (found >= least) return false;
  }
  return found < least;
}

/** More items cannot come of the order and these texts; `null`: no limit is known. Most orders give far fewer. */
export function mostItems(order: Order | ModelOrder, texts: readonly Text[]): number | null {
  const visits = (): number => MOST_VISITS * passagesOf(texts).length;
  if (!('model' in order)) {
    if (order.engine_id !== 'perturb') return null;
    return texts.length * order.perturbations.length * (MOST_ROUNDS + 1);
  }
  switch (order.engine_id) {
    case 'grounded_qa':
      return MOST_QUESTIONS * visits();
    case 'conversation':
      return texts.length === 0 ? order.personas.length * SCENES.length * OPENINGS.length : visits();
    case 'evolve':
      return texts.length * order.depth * Math.min(MOST_CHAINS, order.operations.length ** order.depth);
    case 'tool_calls': {
      const mix: Readonly<Partial<Record<ToolKind, number>>> = order.mix;
      const kinds = TOOL_KINDS.filter((kind) => (mix[kind] ?? 0) > 0).length;
      return order.tools.length * kinds * SETTINGS.length * MANNERS.length * CASES;
    }
    case 'perturb':
      return WAYS.length * passagesOf(texts).length;
  }
}

/** Whether a model needs two passages for each of the questions, and these texts are one. */
export function lacksPartner(mix: Readonly<Partial<Record<QuestionKind, number>>>, texts: readonly Text[]): boolean {
  const isSingle = Object.entries(ASKED_FORMS).some(
    ([kind, { passages }]) => passages === 1 && weightOf(mix, kind) > 0,
  );
  return !isSingle && passagesOf(texts).length < 2;
}

const weightOf = (mix: Readonly<Record<string, number | undefined>>, kind: string): number => mix[kind] ?? 0;
