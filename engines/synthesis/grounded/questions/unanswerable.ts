import type { FactIndex } from '../fact-index.ts';
import type { GroundedFact } from '../reading/fact.ts';
import { isGeneral, isOfLife, questionOf } from '../reading/fact.ts';
import type { MadeQuestion, QuestionForm } from './question.ts';

/** Subjects that a fact is asked of, until one of them may be. */
const MOST_TRIED = 5;
/** Questions about one subject. */
const MOST_ASKED = 2;

/**
 * Asks of another subject of the same kind what only some subjects are said to be: nothing of it is said with these
 * words.
 */
export const unanswerable: QuestionForm = (index) => {
  const said = new SaidOf(index);
  const persons = subjectsOf(index.facts.filter(({ subject }) => subject.sort === 'person'));
  const kinds = Map.groupBy(index.facts, ({ subject }) => subject.kind);
  const byKind = new Map([...kinds].map(([kind, facts]) => [kind, subjectsOf(facts)]));
  const asked = new Map<string, number>();
  return index.facts.flatMap((fact, at): MadeQuestion[] => {
    const { sort, kind, name } = fact.subject;
    if (
      !isGeneral(fact) ||
      fact.kind === 'description' ||
      fact.kind === 'place' ||
      contentOf(fact.predicate).length === 0
    )
      return [];
    // A question for the birth of a river is none, nor one for the runs of a singer.
    const others = isOfLife(fact) ? (sort === 'person' ? persons : []) : kind === null ? [] : (byKind.get(kind) ?? []);
    const tried = Array.from(
      { length: Math.min(MOST_TRIED, others.length) },
      (_, step) => others[(at + step) % others.length],
    );
    const other = tried.find(
      (one) =>
        one !== undefined &&
        one.subject.sort === sort &&
        one.subject.name !== name &&
        (asked.get(one.subject.name) ?? 0) < MOST_ASKED &&
        !said.mayHave(one.subject, fact),
    );
    const question = other && questionOf(fact, other.subject.label);
    if (!question) return [];
    asked.set(other.subject.name, (asked.get(other.subject.name) ?? 0) + 1);
    const form = isOfLife(fact) ? 'other_life' : 'other_subject';
    return [{ kind: 'unanswerable', form, question, answer: null, facts: [fact], names: [other.evidence.passage] }];
  });
};

/** A fact of each subject. */
const subjectsOf = (facts: readonly GroundedFact[]): GroundedFact[] => [
  ...new Map(facts.map((fact) => [fact.subject.name, fact])).values(),
];

/** Sentences that are searched for a name: of one that more have, nothing is known for sure. */
const MOST_SENTENCES = 200;

/** Passages on a subject that are searched for words. */
const MOST_TEXTS = 8;

/** What the sentences of facts, and the passages on a subject, say of it. */
class SaidOf {
  readonly #index: FactIndex;
  readonly #sentences = new Map<string, string[]>();

  constructor(index: FactIndex) {
    this.#index = index;
    for (const sentence of new Set(index.facts.map(({ evidence }) => evidence.sentence))) {
      for (const word of new Set(wordsOf(sentence))) {
        const list = this.#sentences.get(word);
        if (list) list.push(sentence);
        else this.#sentences.set(word, [sentence]);
      }
    }
  }

  /** Whether a sentence about a subject, or with its name, may say the same of it. */
  mayHave({ name, label }: GroundedFact['subject'], fact: GroundedFact): boolean {
    const naming = wordsOf(label)
      .map((word) => this.#sentences.get(word) ?? [])
      .reduce((fewest, list) => (list.length < fewest.length ? list : fewest));
    if (naming.length > MOST_SENTENCES) return true;
    const own = this.#index.about(name);
    const sentences = [
      ...naming.filter((sentence) => sentence.includes(label)),
      ...own.map(({ evidence }) => evidence.sentence),
    ];
    const words = contentOf(fact.predicate).flatMap((word) => SAME.find((group) => group.includes(word)) ?? [word]);
    const texts = this.#index.textsAbout(name);
    if (texts.length > MOST_TEXTS) return true;
    return (
      texts.some((text) => words.some((word) => text.toLowerCase().includes(word))) ||
      own.some(
        ({ predicate, asked }) =>
          words.some((word) => predicate.includes(word)) ||
          (asked !== null && asked[0] === fact.asked?.[0] && asked[1] === fact.asked[1]),
      ) ||
      sentences.some(
        (sentence) =>
          words.some((word) => sentence.toLowerCase().includes(word)) || impliesAnswer(sentence, label, fact),
      )
    );
  }
}

/** Words that often say the same. */
const SAME: readonly (readonly string[])[] = [
  ['found', 'establish', 'create', 'start', 'form', 'launch', 'incorporate', 'began', 'open'].flatMap((word) => [
    word,
    `${word}ed`,
  ]),
  ['built', 'constructed', 'erected', 'completed', 'opened', 'build', 'construct', 'designed'],
  ['released', 'published', 'issued', 'premiered', 'came', 'aired'],
  ['wrote', 'written', 'author', 'penned', 'composed'],
  ['owned', 'owns', 'operated', 'operates', 'run', 'acquired', 'bought'],
  ['performed', 'recorded', 'sung', 'sang', 'released'],
];

/**
 * Whether a sentence may answer without the words of a fact: "(1815 – 1852)" says when someone was born, "by Ann Lee"
 * who wrote something.
 */
function impliesAnswer(sentence: string, label: string, { kind, predicate }: GroundedFact): boolean {
  if (predicate.endsWith(' by')) return /\bby (?:the )?(?:\p{L}+ ){0,4}\p{Lu}/u.test(sentence);
  const behind = sentence.slice(sentence.indexOf(label) + label.length).trimStart();
  const aside = behind.startsWith('(') ? behind.slice(0, Math.min(LONGEST_ASIDE, behind.indexOf(')') + 1)) : '';
  return (
    kind === 'date' &&
    (/\d{4}/.test(aside) || /\d{4} (?:[\p{L}-]+ ){0,8}(?:film|novel|song|album|book)\b/u.test(sentence))
  );
}

const LONGEST_ASIDE = 200;

const wordsOf = (text: string): string[] => text.toLowerCase().split(/[^\p{L}\p{N}]+/u);

const LIGHT = new Set('is are was were been being has have had the a an in on at of by to from with and'.split(' '));

const contentOf = (predicate: string): readonly string[] =>
  predicate
    .toLowerCase()
    .split(' ')
    .filter((word) => word.length > 2 && !LIGHT.has(word));
