/**
 * The rules by which a sentence states a fact: a subject that opens it, a verb phrase, and whole names as its objects.
 */
import { isDate } from '../names/dates.ts';
import { normalName } from '../names/normal.ts';
import type { NamedWords } from './names-in.ts';
import type { TaggedWord } from './tagger.ts';

export interface Clause {
  /** The index after the last word of the verb phrase. */
  readonly to: number;
  readonly objects: readonly NamedWords[];
}

/** Words between subject and object. More of them hide another subject. */
const LONGEST_PREDICATE = 12;
/** Words of an aside behind the subject. */
const LONGEST_ASIDE = 40;
/** What a verb phrase consists of; anything else may begin another clause. */
const INSIDE: ReadonlySet<string> = new Set('VERB AUX ADV PART ADP DET NOUN ADJ NUM PROPN'.split(' '));
const RELATIVE: ReadonlySet<string> = new Set(
  'that which who whom whose where when while if whether because than and or but nor'.split(' '),
);
/** In a predicate, its words between single spaces: what is said of several together is said of none of them alone. */
const TOGETHER = [
  ' between ',
  ' both ',
  ' among ',
  ' either ',
  ' neither ',
  ' each ',
  ' composed of ',
  ' made of ',
  ' made up of ',
  ' junction ',
  ' intersection ',
  ' confluence ',
  ' border ',
  ' combin',
  ' merg',
  ' mix',
  ' divid',
  ' compris',
  ' consist',
];
/** Words that end in "the" and the like belong to the object. */
const ARTICLE: ReadonlySet<string> = new Set(['the', 'a', 'an', 'his', 'her', 'its', 'their']);
/** A fact that is denied relates nothing. */
const NEGATION = /^(?:not|never|no|n['’]t|cannot)$/i;
const BE: ReadonlySet<string> = new Set('is was are were be been being has have had'.split(' '));

/** The index of the verb whose subject ends before `after`; null if no verb follows it, or its aside. */
export function verbAfter(words: readonly TaggedWord[], after: number, names: readonly NamedWords[]): number | null {
  const at = behindAside(words, after, names);
  return isVerbal(words, at) || isMistaggedVerb(words, at) ? at : null;
}

/** "Carrow Yard supplies elm to …": where a sentence has no other verb, what ends in "s" behind its subject is one. */
function isMistaggedVerb(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at];
  if (word?.tag !== 'NOUN' || !/^\p{Ll}.*[^s]s$/u.test(word.text) || words.at(-1)?.text !== '.') return false;
  return /^(?:NOUN|DET|PROPN|ADJ|NUM)$/.test(words[at + 1]?.tag ?? '') && !words.some(isVerb);
}

/** What the sentence states by the verb at `from`; null if it fits no rule. */
export function clauseAt(words: readonly TaggedWord[], from: number, names: readonly NamedWords[]): Clause | null {
  for (const name of names) {
    if (name.from < from) continue;
    if (name.from - from > LONGEST_PREDICATE) return null;
    if (!isPredicate(words.slice(from, name.from))) return null;
    // "an American film directed by …": a name that describes a noun is part of the predicate.
    if (isModifier(words, name)) continue;
    if (!isWhole(words, name) || isCast(words, name)) return null;
    let to = name.from;
    while (to > from && ARTICLE.has(words[to - 1]?.text.toLowerCase() ?? '')) to--;
    const predicate = words.slice(from, to);
    if (!leadsToObject(predicate) || saysTogether(predicate)) return null;
    if (predicate.some(({ text }) => NEGATION.test(text))) return null;
    const objects = listFrom(words, name, names);
    return objects.length === 0 ? null : { to, objects };
  }
  return null;
}

/** The index behind "(…)" or ", …," at an index; the index itself without an aside. */
function behindAside(words: readonly TaggedWord[], at: number, names: readonly NamedWords[]): number {
  const open = words[at]?.text;
  if (open === '(') {
    for (let index = at + 1, depth = 1; index < Math.min(words.length, at + LONGEST_ASIDE); index++) {
      if (words[index]?.text === '(') depth++;
      if (words[index]?.text === ')') depth--;
      if (depth === 0) return words[index + 1]?.text === ',' ? behindAside(words, index + 1, names) : index + 1;
    }
    return words.length;
  }
  if (open !== ',') return at;
  for (let index = at + 1; index < Math.min(words.length, at + LONGEST_ASIDE); index++) {
    const isConjunction = words[index]?.tag === 'CCONJ' || words[index]?.text === '&';
    // "A, B and C were …" is no aside.
    if (isConjunction && names.some(({ from }) => from <= at + 2 && from > at)) return words.length;
    if (words[index]?.text === ',' && isVerbal(words, index + 1)) return index + 1;
  }
  return words.length;
}

const isVerb = (word: TaggedWord | undefined): boolean => word?.tag === 'VERB' || word?.tag === 'AUX';

/** A finite verb, perhaps behind an adverb, is at an index. */
function isVerbal(words: readonly TaggedWord[], at: number): boolean {
  const word = words[at]?.tag === 'ADV' ? words[at + 1] : words[at];
  return isVerb(word) && !/ing$/i.test(word?.text ?? '');
}

function isPredicate(words: readonly TaggedWord[]): boolean {
  return words.every(({ tag, text }) => INSIDE.has(tag) && !RELATIVE.has(text.toLowerCase()));
}

function saysTogether(words: readonly TaggedWord[]): boolean {
  const predicate = ` ${words.map(({ text }) => text.toLowerCase()).join(' ')} `;
  return TOGETHER.some((phrase) => predicate.includes(phrase));
}

/** Whether a predicate can take an object behind its last word, and says more than "is" or "is the first". */
function leadsToObject(words: readonly TaggedWord[]): boolean {
  const last = words.at(-1);
  if (last === undefined || /^(?:NUM|ADV|PART)$/.test(last.tag) || /^\d/.test(last.text)) return false;
  return words.some(({ text, tag }) => /^(?:VERB|AUX|ADP|NOUN)$/.test(tag) && !BE.has(text.toLowerCase()));
}

/** A single name before a noun, as an adjective. */
function isModifier(words: readonly TaggedWord[], { to }: NamedWords): boolean {
  const next = words[to];
  return (
    (next?.tag === 'NOUN' || next?.tag === 'ADJ') && /^\p{Ll}/u.test(next.text) && words[to - 1]?.end !== next.start
  );
}

const NOT_AFTER: ReadonlySet<string> = new Set('NOUN PROPN ADJ NUM VERB AUX PART SYM X'.split(' '));

/** Nothing that follows a name is still part of it, or makes it the subject of another clause. */
function isWhole(words: readonly TaggedWord[], { from, to, isShort }: NamedWords): boolean {
  if (isShort) return false;
  const own = words.slice(from, to);
  if (!own.some(({ tag }) => tag === 'PROPN' || tag === 'NOUN')) return false;
  // The "All" of "All India Council" is no part of the name that was found.
  if (/^\p{Lu}/u.test(words[from - 1]?.text ?? '')) return false;
  // "… Examination (USMLE) Committee"
  if (words[to]?.text === '(' && words[to + 2]?.text === ')' && /^\p{Lu}/u.test(words[to + 3]?.text ?? ''))
    return false;
  const next = words[to];
  // "the European Convention on Human Rights", but not "… on Monday".
  if (
    next?.text === 'on' &&
    /^\p{Lu}/u.test(words[to + 1]?.text ?? '') &&
    !isDate(normalName(words[to + 1]?.text ?? ''))
  )
    return false;
  if (next === undefined || /^[.,;:!?)(”"]$/.test(next.text)) return true;
  return !NOT_AFTER.has(next.tag) && !/^(?:['’].*|[-–—/&]|of|\p{Lu}.*)$/u.test(next.text);
}

/** "named Smith as an example of …": the verb says little without what follows. */
function isCast(words: readonly TaggedWord[], { from, to }: NamedWords): boolean {
  return words[to]?.text === 'as' && words[from - 1]?.tag === 'VERB';
}

/**
 * "A, B and C" as three names. Of what may be a list of other things, "A and the south of …", none; of what is none,
 * "Leeds, England", the first alone.
 */
function listFrom(words: readonly TaggedWord[], first: NamedWords, names: readonly NamedWords[]): NamedWords[] {
  const list = [first];
  for (let { to } = first; ;) {
    const hasComma = words[to]?.text === ',';
    const joint = words[to + Number(hasComma)]?.text ?? '';
    const isLast = /^(?:and|or|&)$/.test(joint);
    if (!hasComma && !isLast) return [first];
    if (isLast && isVerbal(words, to + Number(hasComma) + 1)) return [first];
    let at = to + Number(hasComma) + Number(isLast);
    if (words[at]?.tag === 'DET') at++;
    const next = names.find(({ from }) => from === at);
    const isMember = next !== undefined && isWhole(words, next);
    if (!isMember) return isLast ? [] : [first];
    list.push(next);
    if (isLast) return joint === 'and' ? list : [];
    ({ to } = next);
  }
}
