/**
 * Passages become results: what users read, by rank, with the answer in words. The API returns it to users; an
 * evaluation judges the same.
 */
import { scoresOfRanks } from '../../../engines/knowledge/retrieval/index.ts';
import type { Usage } from '../../jobs/usage.ts';
import type { DatasetRow } from '../datasets/datasets.ts';
import type { PlacedDate } from '../graph/time/dates.ts';
import type { Answers } from './answer/answers.ts';
import type { AnswerSentence, AskedModel, ModelAnswer, SearchCitation } from './answer/model-answer.ts';
import type { ModelFailure } from './answer/model-call.ts';
import type { SignalRanks } from './explanation.ts';
import { NOTHING } from './findings.ts';
import type { Passage } from './passages.ts';
import type { Selection } from './selection.ts';

export interface SearchResult {
  /** From 1. */
  readonly rank: number;
  /**
   * Never higher than that of a better rank. Its passage's hit says what it is the sum of, unless it has that of a
   * passage behind it.
   */
  readonly score: number;
  readonly passage: Passage;
  readonly datasetKey: string;
  /**
   * The date of the sentence that answers, or else the one that counted, where time is searched; `null` if none did.
   */
  readonly date: PlacedDate | null;
  /** `null` unless the search explains itself. */
  readonly ranks: SignalRanks | null;
}

export interface SearchAnswer {
  /** Sentences with the ranks of their passages, as in "… [1][3]". */
  readonly text: string;
  readonly method: 'model' | 'extractive';
  /** Name of the model in the settings; `null` if none wrote the answer. */
  readonly model: string | null;
  /** Whether the passages seem to hold the answer. */
  readonly holdsAnswer: boolean;
  /** Calibrated probability of `holdsAnswer`; `null` for a model. */
  readonly confidence: number | null;
  /** Sentences of a model that were left out because they cite no passage. */
  readonly sentencesDropped: number;
  readonly citations: readonly SearchCitation[];
  /** Of the language model, failed calls included. */
  readonly usage: Usage;
  /** Why the model did not write the answer; `null` if it did, or if there is none. */
  readonly failure: ModelFailure | null;
}

/** What a search returns, all best first. */
export interface SearchResults extends Omit<Selection, 'passages' | 'dates'>, Pick<Answers, 'extracted'> {
  readonly results: readonly SearchResult[];
  /** That of a model, or else the one that is extracted; `null` if none was asked for, or nothing answers. */
  readonly answer: SearchAnswer | null;
  /** Whether the time was up before the search had ended. */
  readonly isPartial: boolean;
}

interface Found extends Selection, Answers {
  readonly datasets: readonly DatasetRow[];
  readonly isPartial: boolean;
}

export function resultsOf({ passages, dates, asked, datasets, ...found }: Found): SearchResults {
  const scores = scoresOfRanks(passages.map(({ hit }) => hit));
  const { extracted, why } = found;
  return {
    ...found,
    results: passages.map((passage, index) => ({
      rank: index + 1,
      score: scores[index] ?? 0,
      passage,
      datasetKey: datasetKeyOf(datasets, passage.datasetId),
      date: answeringDate(extracted, index) ?? dates.get(passage.chunk) ?? null,
      ranks: why?.ranks.get(passage.chunk) ?? null,
    })),
    answer: asked?.answer
      ? modelAnswerOf(asked, asked.answer)
      : extracted && extractedAnswerOf(extracted, passages, asked, found.time?.order ? 'rank' : 'text'),
  };
}

const { hits: _hits, parts: _parts, dates: _dates, ...NOTHING_ELSE } = NOTHING;

export const NOTHING_FOUND: SearchResults = {
  ...NOTHING_ELSE,
  results: [],
  communities: [],
  conflicts: [],
  answer: null,
  extracted: null,
  why: null,
  isPartial: false,
};

/** The date in the best sentence of a passage that the answer quotes. */
function answeringDate(extracted: Answers['extracted'], passage: number): PlacedDate | null {
  const quoted = extracted?.sentences.find((sentence) => sentence.isQuoted && sentence.passage === passage);
  return quoted?.date?.place === 'text' ? quoted.date : null;
}

const NOT_FOUND = 'The passages that were found do not seem to hold the answer.';

function modelAnswerOf({ model, usage }: AskedModel, { sentences, dropped }: ModelAnswer): SearchAnswer {
  return {
    text: sentences.length > 0 ? sentences.map(markedText).join(' ') : NOT_FOUND,
    method: 'model',
    model,
    holdsAnswer: sentences.length > 0,
    confidence: null,
    sentencesDropped: dropped,
    citations: sentences.flatMap(({ citations }) => citations),
    usage,
    failure: null,
  };
}

/** A sentence with the ranks of its passages, as in "… [1][3]". */
export function markedText({ text, citations }: AnswerSentence): string {
  return `${text} ${citations.map(({ rank }) => `[${rank}]`).join('')}`;
}

function extractedAnswerOf(
  { sentences, holdsAnswer, confidence }: NonNullable<Answers['extracted']>,
  passages: readonly Passage[],
  asked: AskedModel | null,
  order: 'text' | 'rank',
): SearchAnswer {
  const quoted = sentences.filter(({ isQuoted }) => isQuoted);
  const quotations = quoted.map(({ passage, start, words }) => ({ rank: passage + 1, start, words }));
  return {
    text: answerText(quotations, holdsAnswer, order) ?? NOT_FOUND,
    method: 'extractive',
    model: null,
    holdsAnswer,
    confidence,
    sentencesDropped: 0,
    citations: sentences.map(({ passage, start, end }) => {
      const cited = passages[passage];
      if (cited === undefined) throw new Error('An answer cites a passage that is not shown.');
      return { rank: passage + 1, chunk: cited.chunk, text: cited.body.slice(start, end), start, end };
    }),
    usage: asked?.usage ?? [],
    failure: asked?.failure ?? null,
  };
}

function datasetKeyOf(datasets: readonly DatasetRow[], datasetId: string): string {
  const dataset = datasets.find(({ id }) => id === datasetId);
  if (dataset === undefined) throw new Error(`A search found a passage of ${datasetId}, which it was not asked for.`);
  return dataset.datasetKey;
}

const UNCERTAIN = 'Nothing states this for certain; the closest passages say:';

/** A sentence of an answer. */
export interface Quotation {
  /** Rank of its passage, from 1. */
  readonly rank: number;
  /** Where it begins in its passage. */
  readonly start: number;
  readonly words: string;
}

/**
 * An extractive answer in words; `null` without quotations. They are given best first. By `text`, the passages keep
 * this order, and the sentences of a passage get that of its text; by `rank`, all keep it: what is the latest comes
 * first.
 */
export function answerText(
  quotations: readonly Quotation[],
  holdsAnswer: boolean,
  order: 'text' | 'rank' = 'text',
): string | null {
  const sentences = (order === 'rank' ? quotations : inTextOrder(quotations)).map(
    ({ words, rank }) => `${ended(words)} [${rank}]`,
  );
  if (sentences.length === 0) return null;
  return (holdsAnswer ? sentences : [UNCERTAIN, ...sentences]).join(' ');
}

function inTextOrder(quotations: readonly Quotation[]): Quotation[] {
  const passages = Map.groupBy(quotations, ({ rank }) => rank);
  return [...passages.values()].flatMap((quoted) => quoted.toSorted((a, b) => a.start - b.start));
}

/** Rows and items of lists have no full stop. */
const ended = (words: string): string => (/[\p{L}\p{N}]$/u.test(words) ? `${words}.` : words);
