/** An answer from the passages of a search, without a language model: the sentences that answer, each with its passage. */
import { askedWords } from '../../../../engines/knowledge/answer/asked-words.ts';
import { extractAnswer } from '../../../../engines/knowledge/answer/extract-answer.ts';
import { highlight } from '../../../../engines/knowledge/answer/highlight.ts';
import type { Highlight } from '../../../../engines/knowledge/answer/highlight.ts';
import { promisingSentences } from '../../../../engines/knowledge/answer/promising-sentences.ts';
import { sentencesOf } from '../../../../engines/knowledge/answer/sentences.ts';
import type { AnswerTime } from '../../../../engines/knowledge/answer/sentences-in-time.ts';
import type { AnswerPassage, Sentence } from '../../../../engines/knowledge/answer/types.ts';
import { today } from '../../../../engines/knowledge/time/period.ts';
import type { AskedTime } from '../../../../engines/knowledge/time/question.ts';
import type { Span } from '../../../../engines/text/span.ts';
import { languageOf } from '../../documents/language.ts';
import { PLACE_WEIGHTS, datesOf } from '../../graph/time/dates.ts';
import type { PlacedDate } from '../../graph/time/dates.ts';
import type { Answer } from '../found.ts';
import type { Search } from '../search.ts';
import type { FoundPassage } from '../reads/passages.ts';
import type { AnswerBreadth } from '../types/rules.ts';

/** The sentences of the best passages that answer the question; `null` when there are none. One that the model refuses to embed is left out. */
export async function answerFrom(
  search: Search,
  found: readonly FoundPassage[],
  breadth: AnswerBreadth,
  asksTime: AskedTime | null,
): Promise<Answer | null> {
  const { question, lexical } = search;
  const { vector, scale } = await search.meaning();
  const best = found.slice(0, breadth.passages);
  const passages = best.map(({ passage, hit }): AnswerPassage => {
    const from = best.findIndex((other) => other.passage.chunk === hit.path?.from);
    return {
      heading: passage.heading,
      text: passage.body,
      base: hit.base,
      from: from < 0 ? null : from,
      language: languageOf(passage.language),
    };
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
  const answer = extractAnswer(
    words,
    question.language,
    passages,
    embedded.map(({ sentence }) => sentence),
    { question: vector, probes: reachedBy.map(probeOf), sentences: embedded.map(({ vector }) => vector) },
    scale,
    breadth.quoted,
    time,
  );
  return {
    holdsAnswer: answer.holdsAnswer,
    confidence: answer.confidence,
    sentences: answer.sentences.map(({ passage, start, end, words, isQuoted, date }) => ({
      passage,
      start,
      end,
      words,
      isQuoted,
      date,
      text: best[passage]?.passage.body.slice(start, end) ?? '',
    })),
  };
}

/** What is asked of time, and the dates of sentences. One without a date has those of its heading and its document. */
async function readTime(
  { database }: Search,
  best: readonly FoundPassage[],
  asked: AskedTime,
): Promise<AnswerTime<PlacedDate>> {
  const dates = await datesOf(
    database,
    best.map(({ passage }) => passage.chunk),
  );
  const datesOfSentence = ({ passage, start, end }: Sentence) => {
    const all = dates.get(best[passage]?.passage.chunk ?? '') ?? [];
    const own = all.filter((date) => date.place === 'text' && isWithin(date, { start, end }));
    const counted = own.length > 0 ? own : all.filter(({ place }) => place !== 'text');
    return counted.map((date) => ({ date, weight: PLACE_WEIGHTS[date.place] }));
  };
  return { asked, today: today(), datesOf: datesOfSentence };
}

const isWithin = (date: PlacedDate, { start, end }: Span): boolean =>
  date.start !== null && date.end !== null && date.start >= start && date.end <= end;

/** The sentence of each passage that matches the question best; `null` for a passage without sentences. */
export function highlightsOf(
  { question, lexical }: Search,
  found: readonly Pick<FoundPassage, 'passage'>[],
): readonly (Highlight | null)[] {
  const asked = askedWords(question, lexical);
  return found.map(({ passage }) => highlight(asked, passage.body, question.language));
}
