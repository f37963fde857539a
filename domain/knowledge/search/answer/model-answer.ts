/** An answer by a language model from the passages of a search. */
import {
  ANSWER_RULES,
  ANSWER_SCHEMA,
  MOST_ANSWER_TOKENS,
  SentenceReader,
  checkAnswer,
  highlight,
  passagesThatFit,
  questionPrompt,
} from '../../../../engines/knowledge/answer/index.ts';
import type { CitingSentence } from '../../../../engines/knowledge/answer/index.ts';
import { OVERVIEW_RULES, overviewPrompt } from '../../../../engines/knowledge/communities/points.ts';
import { lexemes } from '../../../../engines/knowledge/retrieval/index.ts';
import type { ModelConfig } from '../../../../platform/config/models.ts';
import { addUsage } from '../../../jobs/usage.ts';
import type { Measure, Usage } from '../../../jobs/usage.ts';
import type { ChatCaller } from '../../../models/callers.ts';
import { languageOf } from '../../documents/language.ts';
import type { Search } from '../opening.ts';
import type { Passage } from '../passages.ts';
import { askAnswerModel } from './model-call.ts';
import type { ModelFailure } from './model-call.ts';
import type { Overview, PointsOverview } from './overview.ts';

/** A sentence of a passage that answers. */
export interface SearchCitation {
  /** Of its passage, from 1. */
  readonly rank: number;
  readonly chunk: string;
  readonly text: string;
  /** UTF-16 code units of the passage's text, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** What the answer says, with the passages that say it. */
export interface AnswerSentence {
  readonly text: string;
  /** Of each passage the sentence that is closest to what the answer says. */
  readonly citations: readonly SearchCitation[];
}

export interface ModelAnswer {
  /** In order. None: the passages do not hold the answer. */
  readonly sentences: readonly AnswerSentence[];
  /** Sentences that cite none of the passages, and were left out. */
  readonly dropped: number;
}

/** What came of asking a model. */
export interface AskedModel {
  /** `null` when it failed. */
  readonly answer: ModelAnswer | null;
  /** Its name in the settings. */
  readonly model: string;
  /** Without calls of an earlier attempt that were found again. */
  readonly usage: Usage;
  readonly failure: ModelFailure | null;
}

export type AnswerProgress =
  /** A sentence of a language model, checked like the whole answer. */
  | { readonly type: 'sentence'; readonly sentence: AnswerSentence }
  /** The sentences so far do not count: the model writes the answer again, or failed. */
  | ({ readonly type: 'discarded' } & ModelFailure);

export type ReportAnswer = (progress: AnswerProgress) => void;

/** Kept of the time for the response itself. */
const MARGIN_MS = 300;

/**
 * Asks the model, about the points of the communities if it has given any, or else about the passages. Rejects as
 * {@link askAnswerModel} does.
 */
export async function askModel(
  search: Search,
  model: ModelConfig,
  passages: readonly Passage[],
  overview: Overview,
  report: ReportAnswer | undefined,
): Promise<AskedModel> {
  const points = overview.kind === 'points' ? overview : null;
  const spent: Measure[] = [...(points?.spent ?? [])];
  const asked = (failure: ModelFailure | null, answer: ModelAnswer | null): AskedModel => {
    if (failure !== null) report?.({ type: 'discarded', ...failure });
    return { answer, model: model.name, usage: addUsage(spent), failure };
  };
  if (points && points.failure !== null) return asked(points.failure, null);
  const { text } = search.query;
  const room = model.contextTokens === null ? undefined : model.contextTokens - 2 * MOST_ANSWER_TOKENS;
  const { rules, data, shown } = points
    ? pointsPrompt(text, passages, points, room)
    : passagesPrompt(text, passages, room);
  if (shown === 0) return asked(null, { sentences: [], dropped: 0 });
  const cite = (sentence: CitingSentence): AnswerSentence => ({
    text: sentence.text,
    citations: sentence.passages.flatMap((index) => citationOf(passages[index], index + 1, sentence.text)),
  });
  const spend = (measure: Measure): void => {
    spent.push(measure);
    search.caller.spend(measure);
  };
  const { value, failure } = await askAnswerModel(search, {
    request: {
      messages: [
        { role: 'system', content: rules },
        { role: 'user', content: data },
      ],
      schema: { name: 'answer', schema: ANSWER_SCHEMA },
      maxTokens: MOST_ANSWER_TOKENS,
    },
    quoted: passages.slice(0, shown),
    until: search.deadline - MARGIN_MS,
    spend,
    ...(report && reporting(report, shown, cite)),
  });
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

function passagesPrompt(question: string, all: readonly Passage[], room: number | undefined): AnswerPrompt {
  const passages = all.map(({ heading, body }) => ({ heading, text: body }));
  const shown = passagesThatFit(passages, room);
  return { rules: ANSWER_RULES, data: questionPrompt(question, shown), shown: shown.length };
}

/** The points with the places of their passages among those of the search; one that has none there is left out. */
function pointsPrompt(
  question: string,
  passages: readonly Passage[],
  overview: PointsOverview,
  room: number | undefined,
): AnswerPrompt {
  const places = new Map(passages.map(({ chunk }, place) => [chunk, place]));
  const points = overview.points
    .map(({ chunks, ...point }) => ({ ...point, passages: chunks.flatMap((chunk) => places.get(chunk) ?? []) }))
    .filter((point) => point.passages.length > 0);
  const shown = points.length === 0 ? 0 : passages.length;
  return { rules: OVERVIEW_RULES, data: overviewPrompt(question, points, room), shown };
}

/** What of a passage says a sentence of the answer. */
function citationOf(passage: Passage | undefined, rank: number, said: string): SearchCitation[] {
  if (passage === undefined) return [];
  const { chunk, body } = passage;
  const language = languageOf(passage.language);
  const words = Array.from(lexemes(said, language).positions.keys(), (lexeme) => ({ lexeme, weight: 1 }));
  const { start, end } = highlight(words, body, language) ?? { start: 0, end: body.length };
  return [{ rank, chunk, text: body.slice(start, end), start, end }];
}

const REPEATED = "The model's output was malformed. It is writing the answer again.";

/** Reports the sentences of an answer while a model writes it. `shown` is the number of passages that it was shown. */
function reporting(
  report: ReportAnswer,
  shown: number,
  cite: (sentence: CitingSentence) => AnswerSentence,
): Required<Pick<ChatCaller, 'onTurn' | 'onText'>> {
  let reader = new SentenceReader();
  let calls = 0;
  return {
    // What an earlier call wrote is of no use.
    onTurn: () => {
      if (calls++ > 0) report({ type: 'discarded', code: 'model_output_invalid', message: REPEATED });
      reader = new SentenceReader();
    },
    onText: (part) => {
      const { sentences } = checkAnswer({ answered: true, sentences: reader.push(part) }, shown);
      for (const sentence of sentences) report({ type: 'sentence', sentence: cite(sentence) });
    },
  };
}
