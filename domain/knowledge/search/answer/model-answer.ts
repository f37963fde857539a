/** An answer by a language model from the passages of a search. */
import { highlight } from '../../../../engines/knowledge/answer/highlight.ts';
import {
  MOST_ANSWER_TOKENS,
  ANSWER_RULES,
  ANSWER_SCHEMA,
  checkAnswer,
  passagesThatFit,
  questionPrompt,
} from '../../../../engines/knowledge/answer/model-prompt.ts';
import type { CheckedSentence } from '../../../../engines/knowledge/answer/model-prompt.ts';
import { OVERVIEW_RULES, overviewPrompt } from '../../../../engines/knowledge/communities/points.ts';
import { lexemes } from '../../../../engines/knowledge/lexis/lexemes.ts';
import { addUsage } from '../../../jobs/usage.ts';
import type { Measure } from '../../../jobs/usage.ts';
import { languageOf } from '../../documents/language.ts';
import type { AnswerSentence, AskedModel, ModelAnswer, ModelFailure, SearchCitation } from '../found.ts';
import type { SearchDependencies, SearchQuery } from '../query.ts';
import type { FoundPassage } from '../reads/passages.ts';
import { liveSentences } from './live-sentences.ts';
import { askAnswerModel } from './model-call.ts';
import type { SearchCaller } from './model-call.ts';
import type { Told } from './overview.ts';

export interface AnswerCall extends SearchCaller, Pick<SearchQuery, 'text' | 'onProgress'> {
  readonly found: readonly FoundPassage[];
  /** When the answer has to be there, in milliseconds since the epoch. */
  readonly deadline: number;
  /** What the model has said of the communities that it answers from; absent: it answers from the passages. */
  readonly overview?: Told | undefined;
}

/** Kept of the time for the response itself. */
const MARGIN_MS = 300;

/** Asks the model of the role `answer`; `null` when there is none. Rejects as {@link askAnswerModel} does. */
export async function askModel(dependencies: SearchDependencies, call: AnswerCall): Promise<AskedModel | null> {
  const model = dependencies.models.of('answer');
  if (model === null) return null;
  const { found, overview, onProgress } = call;
  const spent: Measure[] = [...(overview?.spent ?? [])];
  const asked = (failure: ModelFailure | null, answer: ModelAnswer | null): AskedModel => {
    if (failure !== null) onProgress?.({ type: 'discarded', ...failure });
    return { answer, model: model.name, usage: addUsage(spent), failure };
  };
  if (overview && overview.failure !== null) return asked(overview.failure, null);
  const room = model.contextTokens === null ? undefined : model.contextTokens - 2 * MOST_ANSWER_TOKENS;
  const { rules, data, shown } = overview ? pointsOf(call, overview, room) : passagesOf(call, room);
  if (shown === 0) return asked(null, { sentences: [], dropped: 0 });
  const cite = ({ text, passages: of }: CheckedSentence): AnswerSentence => ({
    text,
    citations: of.flatMap((passage) => citationOf(found, passage, text)),
  });
  const live = onProgress && liveSentences(onProgress, shown, (one) => ({ type: 'sentence', sentence: cite(one) }));
  const spend = (measure: Measure): void => {
    spent.push(measure);
    call.spend(measure);
  };
  const { value, failure } = await askAnswerModel(
    dependencies,
    { ...call, spend },
    {
      request: {
        messages: [
          { role: 'system', content: rules },
          { role: 'user', content: data },
        ],
        schema: { name: 'answer', schema: ANSWER_SCHEMA },
        maxTokens: MOST_ANSWER_TOKENS,
      },
      quoted: found.slice(0, shown).map(({ passage }) => passage),
      until: call.deadline - MARGIN_MS,
      live,
    },
  );
  if (failure !== null) return asked(failure, null);
  const { sentences, dropped } = checkAnswer(value, shown);
  if (sentences.length === 0 && dropped > 0) {
    return asked(
      { code: 'model_output_invalid', message: 'The answer of the model cites none of the passages.' },
      null,
    );
  }
  return asked(null, { sentences: sentences.map(cite), dropped });
}

/** What a model answers from. */
interface AnswerPrompt {
  readonly rules: string;
  readonly data: string;
  /** How many of the passages, the best ones, it is shown or has points of. */
  readonly shown: number;
}

function passagesOf({ text, found }: AnswerCall, room: number | undefined): AnswerPrompt {
  const passages = found.map(({ passage }) => ({ heading: passage.heading, text: passage.body }));
  const shown = passagesThatFit(passages, room);
  return { rules: ANSWER_RULES, data: questionPrompt(text, shown), shown: shown.length };
}

/** The points with the places of their passages among those of the search; one that has none there is left out. */
function pointsOf({ text, found }: AnswerCall, overview: Told, room: number | undefined): AnswerPrompt {
  const places = new Map(found.map(({ passage }, place) => [passage.chunk, place]));
  const points = overview.points
    .map(({ chunks, ...point }) => ({ ...point, passages: chunks.flatMap((chunk) => places.get(chunk) ?? []) }))
    .filter(({ passages }) => passages.length > 0);
  const shown = points.length === 0 ? 0 : found.length;
  return { rules: OVERVIEW_RULES, data: overviewPrompt(text, points, room), shown };
}

/** What of a passage says a sentence of the answer. */
function citationOf(found: readonly FoundPassage[], index: number, said: string): SearchCitation[] {
  const passage = found[index]?.passage;
  if (passage === undefined) return [];
  const language = languageOf(passage.language);
  const words = Array.from(lexemes(said, language).positions.keys(), (lexeme) => ({ lexeme, weight: 1 }));
  const { start, end } = highlight(words, passage.body, language) ?? { start: 0, end: passage.body.length };
  return [{ rank: index + 1, chunk: passage.chunk, text: passage.body.slice(start, end), start, end }];
}
