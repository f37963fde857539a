/** Whether an answer has to do with its question: what in it answers at all, before its meaning is compared. */
import { guessLanguage } from '../../../text/language.ts';
import { stem } from '../../../text/stems.ts';
import { isEvasive } from './evasion.ts';
import { readSentences } from './sentences.ts';
import { tokensOf } from './tokens.ts';
import type { Token } from './tokens.ts';

export interface Answering {
  /** The answer without the sentences that evade the question, and without the question itself. */
  readonly text: string;
  /** Why it answers nothing; `null` when it may. */
  readonly failure: 'evasive' | 'repeats_question' | null;
  /**
   * Whether it has too few words for their meaning to be compared: a name or a year is as near to any other question.
   */
  readonly isShort: boolean;
}

/**
 * Words of an answer whose meaning can be compared. Measured on EVOUNA with multilingual-e5-small, answers of other
 * questions: AUC .81 to .91 for answers of up to 5 words, .996 from 6.
 */
const LEAST_WORDS = 6;
/** A choice that repeats more of the question than this chooses nothing. */
const CHOSEN = 0.8;

/** `null` for an answer without words. */
export function answeringPart(question: string, answer: string): Answering | null {
  const language = guessLanguage(answer);
  if (tokensOf(answer, language).length === 0) return null;
  const kept = readSentences(answer, language)
    .flatMap((sentence) => clausesOf(sentence.text))
    .filter((clause) => !isEvasive(clause))
    .join(' ');
  const words = tokensOf(kept, language);
  if (words.length === 0) return { text: kept, failure: 'evasive', isShort: true };
  const text = without(kept, question);
  const { length } = tokensOf(text, language);
  const isRepetition = length === 0 || repeats(tokensOf(question, language), words, kept);
  return { text, failure: isRepetition ? 'repeats_question' : null, isShort: length < LEAST_WORDS };
}

/** The text without a question in it, word for word: what repeats it is as similar as can be, whatever else it says. */
function without(text: string, question: string): string {
  const [whole, asked] = [
    text.toLowerCase(),
    question
      .replace(/[\s?.!]{1,9}$/, '')
      .trim()
      .toLowerCase(),
  ];
  // Of some letters, the small one is longer.
  if (asked === '' || whole.length !== text.length) return text;
  const rest: string[] = [];
  let from = 0;
  for (let at = whole.indexOf(asked); at >= 0; at = whole.indexOf(asked, from)) {
    rest.push(text.slice(from, at));
    from = at + asked.length;
  }
  return [...rest, text.slice(from)].join('').trim();
}

/** A sentence may begin with an excuse and then answer. */
const TURN = /[,;] (?:but|however|nevertheless|although) /i;
const clausesOf = (sentence: string): string[] => sentence.split(TURN);

/** English. */
const YES_OR_NO = /^[^\p{L}]{0,9}(?:yes|no|true|false)\b/iu;
/** First words of a question that is answered by yes or no. English. */
const AUXILIARIES = new Set(
  'is are was were am do does did has have had can could will would shall should may might must'.split(' '),
);
/** What an answer says of the question itself. English. */
const ABOUT_ASKING = new Set(
  ['ask', 'question', 'query', 'answer', 'want', 'know', 'wonder', 'mean'].map((word) => stem(word, 'en')),
);

/**
 * Whether an answer has no content word that the question lacks. What states or chooses something by words of the
 * question is an answer.
 */
function repeats(asked: readonly Token[], words: readonly Token[], text: string): boolean {
  const content = new Set(asked.filter(({ isContent }) => isContent).map(({ stem }) => stem));
  if (content.size === 0 || YES_OR_NO.test(text)) return false;
  const said = new Set(words.filter(({ isContent }) => isContent).map(({ stem }) => stem));
  const fresh = [...said].filter((word) => !content.has(word));
  if (fresh.length > 0) return fresh.every((word) => ABOUT_ASKING.has(word));
  const isStatement = AUXILIARIES.has(lowerAt(asked, 0)) && !AUXILIARIES.has(lowerAt(words, 0)) && !text.endsWith('?');
  const isChoice = asked.some(({ text }) => text.toLowerCase() === 'or') && shareOf(content, said) < CHOSEN;
  return !isStatement && !isChoice;
}

const lowerAt = (tokens: readonly Token[], at: number): string => tokens[at]?.text.toLowerCase() ?? '';

const shareOf = (whole: ReadonlySet<string>, part: ReadonlySet<string>): number =>
  [...whole].filter((word) => part.has(word)).length / whole.size;
