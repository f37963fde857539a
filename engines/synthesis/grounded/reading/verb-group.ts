/**
 * The finite verb of a clause, and how a question takes it apart: "was built" into "was … built", "wrote" into "did …
 * write".
 */
import type { TaggedWord } from '../../../knowledge/facts/index.ts';

export interface VerbGroup {
  /** As written: "was built". */
  readonly words: readonly TaggedWord[];
  /** What a question has before its subject: "was", "did". */
  readonly auxiliary: string;
  /** What it has behind its subject: "built", "write"; empty for "is" alone. */
  readonly rest: string;
  /** Lemma of the verb that says what happens; "be" for "is" alone. */
  readonly lemma: string;
  readonly isPassive: boolean;
  /** Index of the word behind it. */
  readonly after: number;
}

const BE: ReadonlySet<string> = new Set(['is', 'was', 'are', 'were']);
const HAVE: ReadonlySet<string> = new Set(['has', 'had', 'have']);
/** Whose past is their present. */
const UNCHANGED: ReadonlySet<string> = new Set(
  'put cut set hit let cost spread split shut hurt cast burst quit read beat'.split(' '),
);
/** Which says that it is denied, or that it was true when it was written, or points at another sentence. */
const NOT = /^(?:so|recently|currently|now|still|presently|not|never|no|n['’]t|cannot|hardly|rarely|neither|nor)$/i;

/** `null` unless a finite verb is at the index. "may", "could" and the like state nothing; what is denied neither. */
export function verbGroupAt(words: readonly TaggedWord[], at: number, isPlural: boolean): VerbGroup | null {
  const first = words[at];
  if (first === undefined || (first.tag !== 'VERB' && first.tag !== 'AUX')) return null;
  const small = first.text.toLowerCase();
  if (small !== first.text) return null;
  let main = at + 1;
  while (words[main]?.tag === 'ADV') main++;
  if (words.slice(at, main + 1).some(({ text }) => NOT.test(text))) return null;
  const next = words[main];
  const group = (to: number, lemma: string, isPassive: boolean): VerbGroup => {
    const own = words.slice(at, to);
    const rest = own
      .slice(1)
      .map(({ text }) => text)
      .join(' ');
    return { words: own, auxiliary: first.text, rest, lemma, isPassive, after: to };
  };
  if (BE.has(small)) {
    if (next?.tag !== 'VERB') return group(at + 1, 'be', false);
    // "was written and performed by"
    const isJoined =
      words[main + 1]?.text === 'and' && words[main + 2]?.tag === 'VERB' && words[main + 3]?.text === 'by';
    return group(isJoined ? main + 3 : main + 1, next.lemma, !next.text.endsWith('ing'));
  }
  if (HAVE.has(small)) {
    if (next?.text === 'been') {
      const last = words[main + 1];
      return last?.tag === 'VERB' ? group(main + 2, last.lemma, !last.text.endsWith('ing')) : null;
    }
    if (next?.tag === 'VERB') return group(main + 1, next.lemma, false);
    return full(words, at, 'have', small === 'had' ? 'did' : small === 'has' ? 'does' : 'do');
  }
  if (first.tag === 'AUX') return null;
  if (small.endsWith('ing')) return null;
  // "Transactions make": a plural that was not seen as one.
  if (small === first.lemma && !isPlural && !UNCHANGED.has(small)) return null;
  const isPresent = small === first.lemma ? isPlural : small.endsWith('s') && first.lemma !== small;
  return full(words, at, first.lemma, isPresent ? (isPlural ? 'do' : 'does') : 'did');
}

/** Verbs of which the tagger has another form. */
const LEMMAS: ReadonlyMap<string, string> = new Map(Object.entries({ premier: 'premiere' }));

function full(words: readonly TaggedWord[], at: number, tagged: string, auxiliary: string): VerbGroup {
  const lemma = LEMMAS.get(tagged) ?? tagged;
  return { words: words.slice(at, at + 1), auxiliary, rest: lemma, lemma, isPassive: false, after: at + 1 };
}

/** Past tenses that differ from the participle. */
const PAST: ReadonlyMap<string, string> = new Map(
  Object.entries({
    written: 'wrote',
    drawn: 'drew',
    begun: 'began',
    given: 'gave',
    taken: 'took',
    known: 'knew',
    seen: 'saw',
    done: 'did',
    chosen: 'chose',
    sung: 'sang',
    driven: 'drove',
    flown: 'flew',
    broken: 'broke',
    stolen: 'stole',
    shown: 'showed',
    overthrown: 'overthrew',
    rewritten: 'rewrote',
    'co-written': 'co-wrote',
    eaten: 'ate',
    sewn: 'sewed',
    beaten: 'beat',
    ridden: 'rode',
    spoken: 'spoke',
    woven: 'wove',
    worn: 'wore',
    thrown: 'threw',
    undertaken: 'undertook',
    sworn: 'swore',
  }),
);

const pastOf = (participle: string): string => PAST.get(participle.toLowerCase()) ?? participle;

/**
 * What "who" does where something is or was done by someone: "wrote" of "was written", "owns" of "is owned". `null` for
 * other groups.
 */
export function activeOf({ auxiliary, rest, lemma, isPassive }: VerbGroup): string | null {
  if (!isPassive) return null;
  if (/^(?:was|were)$/.test(auxiliary)) return rest.replaceAll(/[\p{L}-]+/gu, pastOf);
  if (!/^(?:is|are)$/.test(auxiliary) || rest.includes(' ')) return null;
  if (/(?:s|x|z|ch|sh)$/.test(lemma)) return `${lemma}es`;
  return /[^aeiou]y$/.test(lemma) ? `${lemma.slice(0, -1)}ies` : `${lemma}s`;
}

/** What has a clause as its object, which was not read. */
export const SAYS: ReadonlySet<string> = new Set(
  (
    'announce say state claim report confirm reveal suggest argue believe think note declare add find show ' +
    'decide plan expect agree hope know feel tell mean warn estimate'
  ).split(' '),
);
