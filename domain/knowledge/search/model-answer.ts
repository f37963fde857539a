/** An answer by a language model from the passages of a search. */
import { highlight } from '../../../engines/knowledge/answer/highlight.ts';
import {
  ANSWER_RULES,
  ANSWER_SCHEMA,
  checkAnswer,
  passagesThatFit,
  questionPrompt,
} from '../../../engines/knowledge/answer/model-prompt.ts';
import type { CheckedSentence } from '../../../engines/knowledge/answer/model-prompt.ts';
import { lexemes } from '../../../engines/knowledge/lexis/lexemes.ts';
import { ServiceError } from '../../../errors/index.ts';
import { addUsage } from '../../jobs/usage.ts';
import type { Measure } from '../../jobs/usage.ts';
import type { ModelCaller } from '../../models/index.ts';
import { callSubject, removeCallsOfRemoved } from '../chunk-calls.ts';
import { languageOf } from '../languages.ts';
import { liveSentences } from './live-sentences.ts';
import type { AnswerCitation, AnswerSentence, AskedModel, ModelAnswer } from './found.ts';
import type { SearchDependencies, SearchQuery } from './query.ts';
import type { FoundPassage } from './passages.ts';

export interface AnswerCall extends ModelCaller, Pick<SearchQuery, 'text' | 'jobId' | 'onProgress'> {
  readonly found: readonly FoundPassage[];
  /** When the answer has to be there, in milliseconds since the epoch. */
  readonly deadline: number;
}

const MOST_TOKENS = 800;

/** Kept of the time for the response itself. */
const MARGIN_MS = 300;

const TOO_SLOW = 'The model took longer than the search may.';

/**
 * Asks the model of the role `answer`; `null` when there is none. A request never rejects for what is the model's fault. A step of a job
 * rejects with what a further attempt may get past: `model_unavailable`, `model_rate_limited`, `timeout`.
 */
export async function askModel({ database, models }: SearchDependencies, call: AnswerCall): Promise<AskedModel | null> {
  const model = models.of('answer');
  if (model === null) return null;
  const { tenantId, jobId, found, signal, onProgress } = call;
  const spent: Measure[] = [];
  const inTime = AbortSignal.timeout(Math.max(0, call.deadline - MARGIN_MS - Date.now()));
  const passages = found.map(({ passage }) => ({ heading: passage.heading, text: passage.body }));
  const room = model.contextTokens === null ? undefined : model.contextTokens - 2 * MOST_TOKENS;
  const shown = passagesThatFit(passages, room);
  const quoted = found.slice(0, shown.length).map(({ passage }) => passage);
  const cite = ({ text, passages: of }: CheckedSentence): AnswerSentence => ({
    text,
    citations: of.flatMap((passage) => citationOf(found, passage, text)),
  });
  const live =
    onProgress && liveSentences(onProgress, shown.length, (one) => ({ type: 'sentence', sentence: cite(one) }));
  const asked = (failure: AskedModel['failure'], answer: ModelAnswer | null): AskedModel => {
    if (failure !== null) onProgress?.({ type: 'discarded', ...failure });
    return { answer, model: model.name, usage: addUsage(spent), failure };
  };
  try {
    const output = await models.extract(
      'answer',
      {
        messages: [
          { role: 'system', content: ANSWER_RULES },
          { role: 'user', content: questionPrompt(call.text, shown) },
        ],
        schema: { name: 'answer', schema: ANSWER_SCHEMA },
        maxTokens: MOST_TOKENS,
      },
      {
        tenantId,
        signal: AbortSignal.any([signal, inTime]),
        spend: (measure) => {
          spent.push(measure);
          call.spend(measure);
        },
        ...live,
        // Another job asks anew: it wants the answer of its time.
        ...(jobId === null ? { about: null } : { about: quoted.map(callSubject), again: jobId }),
      },
    );
    const { sentences, dropped } = checkAnswer(output, shown.length);
    if (sentences.length === 0 && dropped > 0) {
      return asked(
        { code: 'model_output_invalid', message: 'The answer of the model cites none of the passages.' },
        null,
      );
    }
    return asked(null, { sentences: sentences.map(cite), dropped });
  } catch (error) {
    signal.throwIfAborted();
    const failure = inTime.aborted ? new ServiceError('timeout', TOO_SLOW) : error;
    if (!(failure instanceof ServiceError) || (jobId !== null && failure.retryable)) throw failure;
    return asked({ code: failure.code, message: failure.message }, null);
  } finally {
    if (jobId !== null) {
      const chunks = quoted.map(({ chunk, hash }) => ({ id: BigInt(chunk), hash }));
      await removeCallsOfRemoved(database, tenantId, chunks);
    }
  }
}

/** What of a passage says a sentence of the answer. */
function citationOf(found: readonly FoundPassage[], index: number, said: string): AnswerCitation[] {
  const passage = found[index]?.passage;
  if (passage === undefined) return [];
  const language = languageOf(passage.language);
  const words = Array.from(lexemes(said, language).positions.keys(), (lexeme) => ({ lexeme, weight: 1 }));
  const { start, end } = highlight(words, passage.body, language) ?? { start: 0, end: passage.body.length };
  return [{ passage: index, text: passage.body.slice(start, end), start, end }];
}
