/** What a search returns: results by rank, and the answer in words. The API returns it to users; an evaluation judges the same. */
import type { ErrorCode } from '../../../../errors/index.ts';
import { scoresOfRanks } from '../../../../engines/knowledge/retrieval/reorder.ts';
import type { Hit, ScoreParts } from '../../../../engines/knowledge/retrieval/types.ts';
import type { Usage } from '../../../jobs/usage.ts';
import { NOT_FOUND, answerText } from '../answer/answer-text.ts';
import type { AnswerSentence, AskedModel, CitedSentence, Found, ModelAnswer, SearchCitation } from '../found.ts';
import type { FoundPassage, Passage } from '../reads/passages.ts';
import type { FoundFact } from '../types/triplets.ts';
import type { PlacedDate } from '../../graph/time/dates.ts';
import type { SignalRanks } from '../why.ts';

export interface SearchResult {
  /** From 1. */
  readonly rank: number;
  /** Never higher than that of a better rank. */
  readonly score: number;
  readonly passage: Passage;
  readonly datasetKey: string;
  readonly highlight: FoundPassage['highlight'];
  /** How the second hop led to it; `null` if it did not. */
  readonly path: Hit['path'];
  /** The date of the sentence that answers, or else the one that counted, where time is searched; `null` if none did. */
  readonly date: PlacedDate | null;
  /** What its score is the sum of, unless it has that of a passage behind it. */
  readonly parts: ScoreParts;
  /** How many ratings its score counts. */
  readonly ratings: number;
  /** `null` unless the search explains itself. */
  readonly ranks: SignalRanks | null;
}

export interface RankedFact extends FoundFact {
  /** From 1. */
  readonly rank: number;
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
  readonly failure: { readonly code: ErrorCode; readonly message: string } | null;
}

export interface PresentedSearch extends Pick<
  Found,
  'communities' | 'time' | 'conflicts' | 'why' | 'warnings' | 'isPartial'
> {
  /** Best first. */
  readonly results: readonly SearchResult[];
  /** Best first. */
  readonly facts: readonly RankedFact[];
  /** `null` if none was asked for, or nothing answers. */
  readonly answer: SearchAnswer | null;
}

export function presentSearch(found: Found): PresentedSearch {
  const { communities, time, conflicts, why, warnings, isPartial } = found;
  const scores = scoresOfRanks(found.passages.map(({ hit }) => hit));
  return {
    results: found.passages.map(({ passage, hit, highlight }, index) => ({
      rank: index + 1,
      score: scores[index] ?? 0,
      passage,
      datasetKey: datasetKeyOf(found, passage.datasetId),
      highlight,
      path: hit.path,
      date: answeringDate(found, index) ?? found.dates.get(passage.chunk) ?? null,
      parts: hit.parts,
      ratings: hit.ratings ?? 0,
      ranks: why?.ranks.get(passage.chunk) ?? null,
    })),
    facts: found.facts.map((fact, index) => ({ ...fact, rank: index + 1 })),
    answer: answerOf(found),
    communities,
    time,
    conflicts,
    why,
    warnings,
    isPartial,
  };
}

/** The date in the best sentence of a passage that the answer quotes. */
function answeringDate({ answer }: Found, passage: number): PlacedDate | null {
  const quoted = answer?.sentences.find((sentence) => sentence.isQuoted && sentence.passage === passage);
  return quoted?.date?.place === 'text' ? quoted.date : null;
}

function answerOf(found: Found): SearchAnswer | null {
  const { asked } = found;
  return asked?.answer ? modelAnswerOf(asked, asked.answer) : extractiveAnswerOf(found);
}

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

function extractiveAnswerOf(found: Found): SearchAnswer | null {
  const { answer, asked } = found;
  if (!answer) return null;
  const { sentences, holdsAnswer, confidence } = answer;
  const quoted = sentences.filter(({ isQuoted }) => isQuoted);
  const quotations = quoted.map(({ passage, start, words }) => ({ rank: passage + 1, start, words }));
  return {
    text: answerText(quotations, holdsAnswer, found.time?.order ? 'rank' : 'text') ?? NOT_FOUND,
    method: 'extractive',
    model: null,
    holdsAnswer,
    confidence,
    sentencesDropped: 0,
    citations: sentences.map((sentence) => citationOf(found, sentence)),
    usage: asked?.usage ?? [],
    failure: asked?.failure ?? null,
  };
}

function citationOf({ passages }: Found, { passage, text, start, end }: CitedSentence): SearchCitation {
  const cited = passages[passage];
  if (cited === undefined) throw new Error('An answer cites a passage that is not shown.');
  return { rank: passage + 1, chunk: cited.passage.chunk, text, start, end };
}

function datasetKeyOf({ datasets }: Found, datasetId: string): string {
  const dataset = datasets.find(({ id }) => id === datasetId);
  if (dataset === undefined) throw new Error(`A search found a passage of ${datasetId}, which it was not asked for.`);
  return dataset.datasetKey;
}
