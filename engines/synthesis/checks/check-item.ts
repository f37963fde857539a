/** Checks an item by itself. Each check works another way than the engines, and is named beside its score. */
import { findPersonalData } from '../../safety/personal-data.ts';
import { readContext, SUPPORTED, judgeAgainst } from '../../evaluation/judges/built-in/index.ts';
import { lexemes } from '../../knowledge/retrieval/index.ts';
import type { Language } from '../../text/stop-words.ts';
import type { Item, Rejection } from '../items/item.ts';
import { findAnswer } from './answerable.ts';
import type { Findings } from './answerable.ts';
import { isBare, isChoice, offers } from './choices.ts';
import { partsOf } from './parts.ts';
import type { CheckedValue } from './scores.ts';
import { danglingReference } from './self-contained.ts';
import { madeTexts } from './texts.ts';

/**
 * Share of the words of an answer that must be found: of a short one all, of a sentence, which a model may put in its
 * own words, most.
 */
const FOUND = { short: 0.99, long: 0.6 };
const SHORT_WORDS = 4;
/** A question with that share of the words of an answer gives it away. */
const GIVEN_AWAY = 0.99;
const GIVES_AWAY = { reason: 'answerable_without_context', method: 'words' } as const;
/** A sentence with that share of an unanswerable question is its answer. */
const ANSWERED = 0.99;

export function checkItem(value: Item['value']): CheckedValue {
  // An altered text is the client's own.
  if ('perturbation' in value) return { scores: {}, rejected: null };
  const personal = personalDataIn(value);
  if (personal !== null) return { scores: {}, rejected: { reason: 'personal_data', about: personal } };
  const { question, answer, contexts } = value;
  if (typeof question !== 'string' || !Array.isArray(contexts)) return { scores: {}, rejected: null };
  const passages = contexts.filter((text) => typeof text === 'string');
  const dangling = danglingReference(question);
  if (dangling !== null) return { scores: {}, rejected: { reason: 'not_self_contained', about: dangling } };
  if (typeof answer !== 'string') return checkUnanswerable(question, passages);
  return checkAnswer(question, answer, passages);
}

function checkUnanswerable(question: string, passages: readonly string[]): CheckedValue {
  const { questionFound } = findAnswer(question, '', passages);
  const scores = { unanswerable: { score: 1 - questionFound, method: 'words' } };
  return {
    scores,
    rejected: questionFound > ANSWERED ? { reason: 'answered', about: 'a sentence has all its words' } : null,
  };
}

function checkAnswer(question: string, answer: string, passages: readonly string[]): CheckedValue {
  const found = findAnswer(question, answer, passages);
  // It says nothing by itself: the question's own words are looked for.
  if (found.answerWords === 0 || isBare(answer)) return checkBareAnswer(found);
  const context = readContext(passages);
  const parts = shortParts(answer, context.language);
  const supports = parts.map((part) => {
    const judged = judgeAgainst(context, question, part);
    return typeof judged === 'string' ? 0 : judged.score;
  });
  const support = Math.min(...supports);
  const scores = {
    grounded: { score: support, method: 'built_in_faithfulness' },
    answerable: { score: found.answerFound, method: 'words' },
    needs_context: { score: 1 - found.givenAway, method: 'words' },
  };
  const reject = (reason: Rejection, about: string): CheckedValue => ({ scores, rejected: { reason, about } });
  if (support < SUPPORTED) return reject('not_grounded', 'the passages do not support the answer');
  const isLong = parts.length === 1 && found.answerWords > SHORT_WORDS;
  if (found.answerFound < (isLong ? FOUND.long : FOUND.short)) {
    return reject('not_answerable', 'the sentences nearest to the question do not have the answer');
  }
  if (found.givenAway > GIVEN_AWAY && !(parts.length > 1 ? offers(question, answer) : isChoice(question))) {
    return { scores, rejected: { ...GIVES_AWAY, about: 'the question has the answer' } };
  }
  return { scores, rejected: null };
}

/** The parts of an answer that lists names, numbers or the like; sentences are judged as a whole. */
function shortParts(answer: string, language: Language): readonly string[] {
  const parts = partsOf(answer);
  const isShort = (part: string): boolean => {
    const { size } = lexemes(part, language).positions;
    return size > 0 && size <= SHORT_WORDS;
  };
  return parts.every(isShort) ? parts : [answer];
}

function checkBareAnswer({ questionFound }: Findings): CheckedValue {
  const scores = { answerable: { score: questionFound, method: 'words' } };
  if (questionFound >= FOUND.long) return { scores, rejected: null };
  return { scores, rejected: { reason: 'not_answerable', about: 'no sentence has most words of the question' } };
}

/** Addresses at domains that are nobody's (RFC 2606). */
const RESERVED = /(?:@|\.)(?:example\.(?:com|net|org)|example|test|invalid)$/i;

/** What kind of personal data the texts of an item have; `null`: none. */
function personalDataIn(value: Item['value']): string | null {
  for (const { member, text } of madeTexts(value)) {
    const found = findPersonalData(text).find(
      ({ kind, start, end }) => kind !== 'email_address' || !RESERVED.test(text.slice(start, end)),
    );
    if (found) return `${found.kind} in ${member}`;
  }
  return null;
}
