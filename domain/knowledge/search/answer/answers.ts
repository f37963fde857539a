/**
 * The answers to a question from its passages: sentences that are extracted from them, and that of a language model.
 */
import { extractAnswer, promisingSentences, sentencesOf } from '../../../../engines/knowledge/answer/index.ts';
import { askedWords } from '../../../../engines/knowledge/retrieval/index.ts';
import type {
  AnswerPassage,
  AnswerTime,
  ExtractiveAnswer,
  Sentence,
} from '../../../../engines/knowledge/answer/index.ts';
import { today } from '../../../../engines/knowledge/time/index.ts';
import type { AskedTime } from '../../../../engines/knowledge/time/index.ts';
import type { Span } from '../../../../engines/text/span.ts';
import { untilDeadline } from '../../../../platform/time-limit.ts';
import { languageOf } from '../../documents/language.ts';
import { PLACE_WEIGHTS, datesOf } from '../../graph/time/dates.ts';
import type { PlacedDate } from '../../graph/time/dates.ts';
import type { Search } from '../opening.ts';
import type { Passage } from '../passages.ts';
import type { Selection } from '../selection.ts';
import { rulesOf } from '../search-types.ts';
import type { AnswerBreadth } from '../search-types.ts';
import { askModel } from './model-answer.ts';
import type { AskedModel, ReportAnswer } from './model-answer.ts';
import type { Overview } from './overview.ts';

export interface Answers {
  /**
   * `null` when none was asked for, nothing answers, or the time was up. A sentence names its passage by its place
   * among those of the search.
   */
  readonly extracted: ExtractiveAnswer<PlacedDate> | null;
  /** What came of asking a language model; `null` when none was asked. */
  readonly asked: AskedModel | null;
}

export const NO_ANSWERS: Answers = { extracted: null, asked: null };

/**
 * None where the type of search does not answer, the query wants none, or nothing was found. Both are made side by
 * side: if the model fails, the other answer is there. What one of them spends counts even if the other rejects.
 */
export async function answersTo(
  search: Search,
  { passages, time }: Pick<Selection, 'passages' | 'time'>,
  overview: Overview,
  report: ReportAnswer | undefined,
): Promise<Answers> {
  const { models, query, deadline } = search;
  const breadth = rulesOf(query.type).answer;
  if (breadth === null || query.onlyContext || passages.length === 0) return NO_ANSWERS;
  const model = models.of('answer');
  const mayAsk = model !== null && overview.kind !== 'too_dear';
  const asking = mayAsk ? askModel(search, model, passages, overview, report) : null;
  const extracting = untilDeadline(deadline, extractFrom(search, passages, breadth, time));
  await Promise.allSettled([extracting, asking]);
  const [extracted, asked] = await Promise.all([extracting, asking]);
  return { extracted, asked };
}

/**
 * The sentences of the best passages that answer the question; `null` when there are none. One that the model refuses
 * to embed is left out.
 */
async function extractFrom(
  search: Search,
  all: readonly Passage[],
  breadth: AnswerBreadth,
  asksTime: AskedTime | null,
): Promise<Answers['extracted']> {
  const { question, lexical } = search;
  const { vector, scale } = await search.meaning();
  const best = all.slice(0, breadth.passages);
  const passages = best.map(({ heading, body, language, hit }): AnswerPassage => {
    const from = best.findIndex(({ chunk }) => chunk === hit.path?.from);
    return { heading, text: body, base: hit.base, from: from < 0 ? null : from, language: languageOf(language) };
  });
  const reachedBy = best.map(({ hit }) => hit.path?.probe ?? null);
  const words = askedWords(question, lexical);
  const sentences = sentencesOf(question, words, passages);
  const candidates = promisingSentences(question, lexical, passages, reachedBy, sentences);
  const asked = [...new Set(reachedBy.flatMap((probe) => probe ?? []))];
  const [probes, vectors, time] = await Promise.all([
    search.embed(asked, 'query'),
    search.embed(
      candidates.map(({ text }) => text),
      'passage',
    ),
    asksTime && readTime(search, best, asksTime),
  ]);
  const embedded = candidates.flatMap((sentence, index) => {
    const vector = vectors[index];
    return vector ? [{ sentence, vector }] : [];
  });
  if (embedded.length === 0) return null;
  const probeOf = (probe: string | null): Float32Array | null => probes[asked.indexOf(probe ?? '')] ?? null;
  return extractAnswer(
    words,
    question.language,
    passages,
    embedded.map(({ sentence }) => sentence),
    { question: vector, probes: reachedBy.map(probeOf), sentences: embedded.map(({ vector }) => vector) },
    scale,
    breadth.quoted,
    time,
  );
}

/** What is asked of time, and the dates of sentences. One without a date has those of its heading and its document. */
async function readTime(
  { database }: Search,
  best: readonly Passage[],
  asked: AskedTime,
): Promise<AnswerTime<PlacedDate>> {
  const dates = await datesOf(
    database,
    best.map(({ chunk }) => chunk),
  );
  const datesOfSentence = ({ passage, start, end }: Sentence) => {
    const all = dates.get(best[passage]?.chunk ?? '') ?? [];
    const own = all.filter((date) => date.place === 'text' && isWithin(date, { start, end }));
    const counted = own.length > 0 ? own : all.filter(({ place }) => place !== 'text');
    return counted.map((date) => ({ date, weight: PLACE_WEIGHTS[date.place] }));
  };
  return { asked, today: today(), datesOf: datesOfSentence };
}

const isWithin = (date: PlacedDate, { start, end }: Span): boolean =>
  date.start !== null && date.end !== null && date.start >= start && date.end <= end;
