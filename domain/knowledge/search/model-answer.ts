/** An answer by a language model from the passages of a search. */
import { highlight } from '../../../engines/knowledge/answer/highlight.ts';
import {
  ANSWER_RULES,
  ANSWER_SCHEMA,
  checkAnswer,
  passagesThatFit,
  questionPrompt,
} from '../../../engines/knowledge/answer/model-prompt.ts';
import { lexemes } from '../../../engines/knowledge/lexis/lexemes.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { ErrorCode } from '../../../errors/index.ts';
import { addUsage } from '../../jobs/usage.ts';
import type { Measure, Usage } from '../../jobs/usage.ts';
import type { Models } from '../../models/index.ts';
import { languageOf } from '../languages.ts';
import type { FoundPassage } from './passages.ts';

export interface AnswerCitation {
  /** Index of its passage among those of the search. */
  readonly passage: number;
  /** The sentence of the passage that is closest to what the answer says. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface ModelAnswer {
  /** What the answer says, in order, with the passages that say it. None: the passages do not hold the answer. */
  readonly sentences: readonly { readonly text: string; readonly citations: readonly AnswerCitation[] }[];
  /** Sentences that cite none of the passages, and were left out. */
  readonly dropped: number;
}

/** What came of asking a model. */
export interface AskedModel {
  /** `null` when it failed. */
  readonly answer: ModelAnswer | null;
  /** Its name in the settings. */
  readonly model: string;
  readonly usage: Usage;
  /** Why it failed; `timeout` when the time was nearly up. */
  readonly failure: { readonly code: ErrorCode; readonly message: string } | null;
}

export interface AnswerCall {
  readonly tenantId: string;
  readonly question: string;
  readonly found: readonly FoundPassage[];
  readonly signal: AbortSignal;
  /** When the answer has to be there, in milliseconds since the epoch. */
  readonly deadline: number;
}

const MOST_TOKENS = 800;

/** Kept of the time for the response itself. */
const MARGIN_MS = 300;

/** Asks the model of the role `answer`; `null` when there is none. Never rejects for what is the model's fault. */
export async function askModel(models: Models, call: AnswerCall): Promise<AskedModel | null> {
  const model = models.of('answer');
  if (model === null) return null;
  const spent: Measure[] = [];
  const inTime = AbortSignal.timeout(Math.max(0, call.deadline - MARGIN_MS - Date.now()));
  const passages = call.found.map(({ passage }) => ({ heading: passage.heading, text: passage.body }));
  const room = model.contextTokens === null ? undefined : model.contextTokens - 2 * MOST_TOKENS;
  const shown = passagesThatFit(passages, room);
  const asked = (failure: AskedModel['failure'], answer: ModelAnswer | null): AskedModel => {
    return { answer, model: model.name, usage: addUsage(spent), failure };
  };
  try {
    const output = await models.extract(
      'answer',
      {
        messages: [
          { role: 'system', content: ANSWER_RULES },
          { role: 'user', content: questionPrompt(call.question, shown) },
        ],
        schema: { name: 'answer', schema: ANSWER_SCHEMA },
        maxTokens: MOST_TOKENS,
      },
      {
        tenantId: call.tenantId,
        signal: AbortSignal.any([call.signal, inTime]),
        spend: (measure) => void spent.push(measure),
        // A question is seldom asked again, and its answer should then be of the passages of that time.
        about: null,
      },
    );
    const { sentences, dropped } = checkAnswer(output, shown.length);
    if (sentences.length === 0 && dropped > 0) {
      return asked(
        { code: 'model_output_invalid', message: 'The answer of the model cites none of the passages.' },
        null,
      );
    }
    const cited = sentences.map(({ text, passages: of }) => ({
      text,
      citations: of.flatMap((passage) => citationOf(call.found, passage, text)),
    }));
    return asked(null, { sentences: cited, dropped });
  } catch (error) {
    if (inTime.aborted) return asked({ code: 'timeout', message: 'The model took longer than the search may.' }, null);
    if (!(error instanceof ServiceError)) throw error;
    return asked({ code: error.code, message: error.message }, null);
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
