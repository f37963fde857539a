/**
 * Rules that a text states about how code is to be written, sentence by sentence. What merely describes code is none.
 */
import { statementsOf } from '../../text/statements.ts';
import type { Language } from '../../text/stop-words.ts';
import type { Span } from '../../text/span.ts';

/** `do`: something is to be done; `avoid`: it is not; `prefer`: one thing is to be done in place of another. */
export const RULE_KINDS = ['do', 'avoid', 'prefer'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** A rule is a sentence of the text. */
export interface CodingRule extends Span {
  readonly kind: RuleKind;
}

/** Of a chunk. */
export const MOST_RULES = 100;
/** Code units. What is longer is an explanation, or no prose. */
export const LONGEST_RULE = 400;

/** At most 100 rules of a chunk's Markdown, in order. None in another language than English. */
export function codingRules(text: string, language: Language): CodingRule[] {
  if (language !== 'en') return [];
  const rules: CodingRule[] = [];
  for (const { kind, start, end } of statementsOf(text)) {
    if (rules.length >= MOST_RULES) break;
    if (kind !== 'sentence' || end - start > LONGEST_RULE) continue;
    const sentence = text.slice(start, end);
    if (sentence.endsWith('?') || !isAboutCode(sentence)) continue;
    const rule = ruleOf(sentence);
    if (rule !== null) rules.push({ kind: rule, start, end });
  }
  return rules;
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/));

/**
 * Words that a sentence about writing code has. Those that have other meanings as well, such as "key" or "process", are
 * left out.
 */
const CODE_WORDS = set(
  `api apis assertion assertions async boolean branch branches callback callbacks changelog class classes code codebase comment comments
   commit commits compiler config constant constants constructor constructors css database dependencies dependency docstring docstrings
   endpoint endpoints enum enums exception exceptions function functions getter getters git helper helpers html identifier identifiers
   import imports indentation interface interfaces javascript json lint linter linting log logger logging loop loops merge method methods
   middleware migration migrations mock mocks module modules mutable mutex namespace null npm object objects package packages parameter
   parameters parser promise promises python query queries refactor regex repository rust schema schemas script scripts sql stderr stdout
   string strings struct structs suffix syntax test tests thread threads typescript undefined url urls utf variable variables whitespace
   wrapper wrappers yaml`,
);

/** `inline code`, camelCase, snake_case, and calls such as open(). */
const CODE_FORM = /`|\p{Ll}\p{Lu}|\p{L}_\p{L}|\p{L}\(\)/u;

function isAboutCode(sentence: string): boolean {
  return CODE_FORM.test(sentence) || wordsOf(sentence).some((word) => CODE_WORDS.has(word));
}

/**
 * Verbs that a rule opens with. Those that are as often nouns, such as "test", are left out: "Test results are kept" is
 * no rule.
 */
const IMPERATIVES = set(
  `add apply begin build call catch check choose commit compose convert create declare define delete document ensure escape export expose
   extract follow format give group handle implement import include indent inject inline keep lint log make mark mock name order parse
   pass put raise reject release remove rename replace return reuse run sanitize separate sort split start store throw treat update use
   validate verify wrap write`,
);

/** What may stand before the verb. */
const OPENERS = set('always please also then instead first finally and but generally usually normally in general');

/** Modal verbs, which make a rule of a sentence wherever they are. */
const MODALS = set('must should shall');
/** "has to" and the like. */
const OBLIGED = [' has to ', ' have to ', ' needs to ', ' need to ', ' is required to ', ' are required to '];
const FORBIDDEN = [
  ' must not ',
  ' should not ',
  ' shall not ',
  " mustn't ",
  " shouldn't ",
  ' must never ',
  ' should never ',
  ' is forbidden ',
  ' are forbidden ',
  ' is not allowed ',
  ' are not allowed ',
  ' should be avoided ',
  ' must be avoided ',
];
/** Openings of what is not to be done. */
const AVOIDING = [' never ', ' avoid ', ' do not ', " don't ", ' refrain from '];
const IN_PLACE_OF = [' instead of ', ' rather than ', ' in favor of ', ' in favour of ', ' in place of '];

function ruleOf(sentence: string): RuleKind | null {
  const words = wordsOf(sentence);
  const said = ` ${words.join(' ')} `;
  const opening = said.slice(said.length - ` ${withoutOpeners(words).join(' ')} `.length);
  if (AVOIDING.some((phrase) => opening.startsWith(phrase))) return 'avoid';
  if (FORBIDDEN.some((phrase) => said.includes(phrase))) return 'avoid';
  const isPreferred = opening.startsWith(' prefer ') || IN_PLACE_OF.some((phrase) => said.includes(phrase));
  const isAsked = opening.startsWith(' prefer ') || isImperative(withoutOpeners(words));
  const isObliged = words.some((word) => MODALS.has(word)) || OBLIGED.some((phrase) => said.includes(phrase));
  if (!isAsked && !isObliged) return null;
  return isPreferred ? 'prefer' : 'do';
}

function isImperative([verb = '', next = '']: readonly string[]): boolean {
  // "Use of globals is …", "Name is a string", "Order and size are …": the word is a noun.
  return IMPERATIVES.has(verb) && !/^(?:of|is|are|was|were|and|or|has|have|can|will|s)$/.test(next);
}

function withoutOpeners(words: readonly string[]): readonly string[] {
  const first = words.findIndex((word) => !OPENERS.has(word));
  return first < 0 ? [] : words.slice(first);
}

/** In lower case; a contraction is one word. */
function wordsOf(sentence: string): string[] {
  return Array.from(
    sentence
      .toLowerCase()
      .replaceAll('’', "'")
      .matchAll(/[\p{L}\p{N}_]+(?:'[\p{L}]+)?/gu),
    ([word]) => word,
  );
}
