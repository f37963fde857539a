/** The words by which a text says that what it has just named has another name. */
import type { AliasRule } from '../options.ts';

export interface Cue {
  readonly rule: AliasRule;
  /** Whether the first of the two names is the alias: "Rhodesia (now Zimbabwe)". */
  readonly isFirstAlias: boolean;
  /** Whether it stands in brackets directly behind the first name. */
  readonly isBracket: boolean;
  /** Code units from the end of the first name to the beginning of the second. */
  readonly length: number;
}

/** Code units that are read behind a name. */
export const CUE_LENGTH = 240;
/** Of a bracket between name and cue: "Samuel Clemens (1835–1910), known as …". */
const LONGEST_ASIDE = 120;

/**
 * The cue that a text has directly behind a name; `null` without one. `behind` is at most {@link CUE_LENGTH} code
 * units.
 */
export function cueAt(behind: string): Cue | null {
  const closed = lengthOf(/^["”’*_]{0,3}/u, behind);
  const bracket = lengthOf(/^ \(/u, behind.slice(closed));
  if (bracket > 0) {
    const cue = phraseAt(behind, closed + bracket);
    if (cue !== null) return { ...cue, isBracket: true };
  }
  const from = closed + asideLength(behind.slice(closed));
  const joint = lengthOf(/^(?:, (?:which |who )?(?:is |was |were )?| \(|,? or )/u, behind.slice(from));
  const verb = from === closed ? lengthOf(/^ (?:is |was |are |were |has been )/u, behind.slice(from)) : 0;
  const cue = joint + verb > 0 ? phraseAt(behind, from + joint + verb) : null;
  return cue && { ...cue, isBracket: false };
}

/** Of " (…)" at the beginning; 0 without one. */
function asideLength(behind: string): number {
  if (!behind.startsWith(' (')) return 0;
  const end = behind.indexOf(')') + 1;
  return end > LONGEST_ASIDE ? 0 : end;
}

const ADVERB =
  /^(?:also|better|best|(?:more |most )?(?:commonly|formally|popularly)|professionally|otherwise|often|sometimes|officially|simply|widely|generally|locally|colloquially|variously|alternatively) /u;
const KNOWN =
  /^known (?:simply |professionally |mononymously |collectively |variously )?(?:as|by (?:his|her|their|its) (?:stage|pen|ring|birth|full|legal|real) name) /u;
const CALLED = /^(?:called|referred to as|named|spelled|written(?: as)?|styli[sz]ed as|nicknamed|titled) /u;
const NICKNAMED = /^(?:styli[sz]ed as|nicknamed|aka|a\.k\.a\.),? /u;
const FORMERLY = /^(?:formerly|previously|originally|once) (?:known as |known |called |named |titled )?/u;
const NOW = /^(?:now (?:known as |called |named )?|(?:later )?renamed (?:to |as )?)/u;

/** What is said at an index, and the code units up to the name that follows it. */
function phraseAt(behind: string, from: number): Omit<Cue, 'isBracket'> | null {
  const said = behind.slice(from);
  const adverb = lengthOf(ADVERB, said);
  const verb = said.slice(adverb);
  const known = lengthOf(KNOWN, verb) || (adverb > 0 ? lengthOf(CALLED, verb) : lengthOf(NICKNAMED, verb));
  const cue = (rule: AliasRule, isFirstAlias: boolean, length: number): Omit<Cue, 'isBracket'> => {
    const end = from + length;
    return { rule, isFirstAlias, length: end + lengthOf(/^(?:the |as )?["“‘*_]{0,3}/u, behind.slice(end)) };
  };
  if (known > 0) return cue('other_name', false, adverb + known);
  const formerly = lengthOf(FORMERLY, said);
  if (formerly > 0) return cue('former_name', false, formerly);
  const now = lengthOf(NOW, said);
  return now > 0 ? cue('former_name', true, now) : null;
}

/** Code units of what a pattern finds at the beginning. */
const lengthOf = (pattern: RegExp, text: string): number => pattern.exec(text)?.[0].length ?? 0;

/**
 * What follows a name where it is whole: "formerly Black Flag bassist" gives no name of the bassist's, and "Treaty of
 * Friendship, Cooperation and Mutual Assistance" is longer than its first words.
 */
const END = /^["”’*_]{0,3}(?:$|\n|[);.:]|,(?! \p{Lu})| (?:is|was|are|were|and|or|in|until|from|since|by)(?: |$))/u;

/** Whether a name is whole before what the text has behind it. */
export const isWholeBefore = (behind: string): boolean => END.test(behind);
