/** Names by their capitals: runs of capitalised words, such as "University of Leeds". */
import type { Span } from '../../text/span.ts';
import { CAPITAL_NOUNS } from '../../text/language.ts';
import { STOP_WORDS, type Language } from '../../text/stop-words.ts';
import { lower, words, type Word } from '../../text/words.ts';
import { frontedTime } from '../time/fronted.ts';
import { hasDateWord, isDate } from './dates.ts';
import { isNoName } from './no-names.ts';
import { LONGEST_NAME } from './normal.ts';

/** A longer run is a headline in capitals. */
const MOST_WORDS = 9;
/** Words of names that are written small, between capitalised ones. */
const JOINTS = new Set(
  (
    'of the de da do dos das van von der den del della di du des la le los las al el bin ibn and y e et und zu ' +
    'zum & for'
  ).split(' '),
);
/** Joints where a run also has names before and after it. */
const SEAMS = new Set(['of', 'the', 'and', 'for', '&']);
/** After one of these a word that opens a sentence is its subject, by all likelihood a name. */
const AFTER_SUBJECT = new Set(
  'is was are were has had est était es era fue è é foi war ist wurde hat became began can will would did does'.split(
    ' ',
  ),
);
/** What a full stop follows inside a name. */
const INITIAL = /^(?:\p{Lu}|St|Dr|Mr|Mrs|Ms|Mt|Jr|Sr|Rev|Gen|Sgt|Lt|Col)$/u;

/** What a full stop leads to inside a name behind "Co". */
const LEGAL_FORM = /^(?:KG|KGaA|OHG|AG|Ltd|Limited|Inc|LLC)$/;

interface Token extends Word {
  readonly isCapital: boolean;
  readonly plain: string;
  /** What stands between this word and the one before. */
  readonly gap: string;
}

/**
 * Spans of runs of capitalised words, in order, with the parts that "of", "and" and the like join. The first word of a
 * sentence counts when a capital inside a sentence, its verb or the run proves it. In German only runs of two
 * capitals and more count, and words with inner capitals or digits.
 */
export function capitalRuns(text: string, language: Language): Span[] {
  const tokens = tokensOf(text);
  const stop = STOP_WORDS[language];
  const small = new Set(tokens.filter(({ isCapital }) => !isCapital).map(({ plain }) => plain));
  const inside = new Set(tokens.filter((token) => token.isCapital && !opensSentence(token)).map(({ plain }) => plain));
  const runs: Span[] = [];
  for (let index = 0; index < tokens.length;) {
    const run = runAt(tokens, index, CAPITAL_NOUNS.has(language));
    index += Math.max(run.length, 1);
    const name = trimmed(withoutTime(text, run), stop);
    if (isName(name, tokens[index], { inside, small }, language)) runs.push(...withParts(name));
  }
  return runs;
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const word of words(text)) {
    const isCapital = /^\p{Lu}/u.test(word.text);
    // Only the end of a long gap matters, and a joint of one character.
    tokens.push({ ...word, isCapital, plain: lower(word.text), gap: text.slice(end, word.start).slice(-8) });
    end = word.end;
  }
  return tokens;
}

const opensSentence = ({ start, gap }: Token): boolean => start <= gap.length || /[.!?:;\n•"“„«|#*([]/.test(gap);

/** The capitalised words from an index on, with the joints and numbers between and after them. */
function runAt(tokens: readonly Token[], from: number, withoutJoints: boolean): Token[] {
  const run: Token[] = [];
  for (let index = from; index < tokens.length; index++) {
    const token = tokens[index];
    if (token === undefined || (run.length > 0 && !continues(run, token))) break;
    if (token.isCapital || (isNumber(token.text) && run.length > 0)) run.push(token);
    else if (!withoutJoints && run.length > 0 && JOINTS.has(token.plain) && leadsOn(tokens, index)) run.push(token);
    else break;
  }
  return run;
}

const isNumber = (text: string): boolean => /^\p{N}/u.test(text);

/**
 * Whether what stands before a word lets a name go on: a space, a hyphen, an apostrophe, an ampersand, or the full stop
 * of an initial or of "Co.".
 */
function continues(run: readonly Token[], { gap, text }: Token): boolean {
  // A number is not cut at its comma or point.
  if (/^[.,]$/.test(gap) && isNumber(text) && isNumber(run.at(-1)?.text ?? '')) return true;
  if (/^(?:[ \u00a0]|[-‐‑'’/]| & |['’] )$/.test(gap)) return true;
  const last = run.at(-1)?.text ?? '';
  return /^\. ?$/.test(gap) && (INITIAL.test(last) || (last === 'Co' && LEGAL_FORM.test(text)));
}

/** Whether one or two joints from an index on are followed by a capital. */
function leadsOn(tokens: readonly Token[], index: number): boolean {
  const next = tokens[index + 1];
  if (next === undefined || next.gap.trim() !== '') return false;
  if (next.isCapital) return true;
  const after = tokens[index + 2];
  return JOINTS.has(next.plain) && after !== undefined && after.isCapital && after.gap.trim() === '';
}

/** Without the time at its beginning, as in "In 2016 Ada Lovelace". */
function withoutTime(text: string, run: readonly Token[]): readonly Token[] {
  const [first, last] = [run.at(0), run.at(-1)];
  if (first === undefined || last === undefined || !run.some(({ text: word }) => isNumber(word))) return run;
  const after = first.start + frontedTime(text.slice(first.start, last.end));
  return run.filter(({ start }) => start >= after);
}

/** Without the stop words at its beginning, as in "The Beatles" or "In France". */
function trimmed(run: readonly Token[], stop: ReadonlySet<string>): readonly Token[] {
  const first = run.findIndex(({ plain }) => !stop.has(plain));
  return first < 0 ? [] : run.slice(first);
}

/** Words of the text: those with a capital inside a sentence, and those without a capital. */
interface Seen {
  readonly inside: ReadonlySet<string>;
  readonly small: ReadonlySet<string>;
}

function isName(run: readonly Token[], next: Token | undefined, { inside, small }: Seen, language: Language): boolean {
  const [first, last] = [run.at(0), run.at(-1)];
  if (first === undefined || last === undefined) return false;
  if (run.length > MOST_WORDS || last.end - first.start > LONGEST_NAME) return false;
  if (run.length === 1 && first.text.length < 2) return false;
  if (/\p{L}[\p{Lu}\p{N}]/u.test(first.text) && first.text.length <= 12) return true;
  if (CAPITAL_NOUNS.has(language)) return run.filter(({ isCapital }) => isCapital).length > 1;
  if (!opensSentence(first)) return true;
  // "Published 9 February 2026"
  if (run.length > 1) return !hasDateWord(said(run.slice(1))) || !isDate(said(run.slice(1)));
  if (inside.has(first.plain)) return true;
  if (isOrdinary(first.plain, next, small)) return false;
  return next !== undefined && (AFTER_SUBJECT.has(next.plain) || next.gap === ' (');
}

const said = (run: readonly Token[]): string => run.map(({ plain }) => plain).join(' ');

/** Words that open sentences and stand for nobody. */
const INDEFINITE = new Set(
  `nobody somebody anybody everybody noone someone anyone everyone nothing something anything everything whoever whatever none
   others both either neither each all most many some few`.split(/\s+/),
);

/** A word that is also written small in the text, in one number or the other, or that opens "Claims are …". */
function isOrdinary(plain: string, next: Token | undefined, small: ReadonlySet<string>): boolean {
  if (INDEFINITE.has(plain) || small.has(plain) || small.has(`${plain}s`)) return true;
  if (!plain.endsWith('s')) return false;
  return small.has(plain.slice(0, -1)) || /^(?:are|were|have)$/.test(next?.plain ?? '');
}

/** A run, and the parts of at least three characters that its seams separate. */
function withParts(run: readonly Token[]): Span[] {
  const span = (part: readonly Token[]): Span[] => {
    const [first, last] = [part.at(0), part.at(-1)];
    return first === undefined || last === undefined ? [] : [{ start: first.start, end: last.end }];
  };
  const parts: Token[][] = [[]];
  for (const token of run) {
    if (SEAMS.has(token.plain) && !token.isCapital) parts.push([]);
    else parts.at(-1)?.push(token);
  }
  // "Germany and EUR 46" is no name, "Germany" is; "Earl of March" is one.
  if (run.some(({ plain }) => plain === 'and') && parts.some((part) => isNoName(said(part)))) {
    return parts
      .filter((part) => !isNoName(said(part)))
      .flatMap(span)
      .filter(({ start, end }) => end - start > 2);
  }
  const inner = parts.length > 1 ? parts.flatMap(span).filter(({ start, end }) => end - start > 2) : [];
  return [...span(run), ...inner];
}
