/** What can be left out of a sentence that its other words identify. */
import type { NamedWords, TaggedWord } from '../../../knowledge/facts/index.ts';
import type { ChunkName } from '../../../knowledge/names/index.ts';
import { normalName, withoutBrackets } from '../../../knowledge/names/index.ts';
import { DATE_IN_TEXT } from './dates.ts';
import type { Evidence, GroundedFact } from './fact.ts';
import type { Sentence } from './sentence.ts';
import type { Subject } from './subject.ts';
import { spoken } from './words.ts';

const WORDS = { least: 8, most: 45 };
/** Words that point at another sentence. */
const POINTING = /^(?:this|these|those|such|here|former|latter)$/i;
/** Brackets whose content was lost. */
const EMPTIED = /\(\s{0,3}[\]);,:]/;
const LONGEST_PREDICATE = 160;

/** At most a name and a date of each sentence that names its subject. */
export function blanksIn(
  subject: Subject,
  after: number,
  { evidence, words, names }: Sentence,
  known: ReadonlyMap<string, ChunkName>,
): GroundedFact[] {
  const { sentence, start } = evidence;
  if (EMPTIED.test(sentence)) return [];
  if (words.length < WORDS.least || words.length > WORDS.most || words.some(({ text }) => POINTING.test(text)))
    return [];
  if (!sentence.includes(subject.label.replace(/^the /, ''))) return [];
  const blanked = [lastName(subject, words, names, known, evidence), lastDate(sentence)];
  return blanked.flatMap((label): GroundedFact[] => {
    if (label === null || sentence.split(label).length !== 2) return [];
    const to = start + sentence.indexOf(label);
    const from = words.slice(after).find(({ tag }) => tag === 'AUX' || tag === 'VERB');
    if (from === undefined || from.start >= to) return [];
    const predicate = spoken(words.filter((word) => word.start >= from.start && word.end <= to));
    if (predicate === '' || predicate.length > LONGEST_PREDICATE) return [];
    return [
      {
        subject,
        predicate,
        object: { name: normalName(label), label },
        kind: 'blank',
        asked: null,
        stated: null,
        described: null,
        evidence,
      },
    ];
  });
}

function lastDate(sentence: string): string | null {
  return Array.from(sentence.matchAll(DATE_IN_TEXT), ([date]) => date).at(-1) ?? null;
}

function lastName(
  subject: Subject,
  words: readonly TaggedWord[],
  names: readonly NamedWords[],
  known: ReadonlyMap<string, ChunkName>,
  { sentence, start }: Evidence,
): string | null {
  const name = names.findLast(({ name: own, isShort, from, to }) => {
    const [before, after] = [words[from - 1], words[to]];
    const isWhole =
      !/^\p{Lu}|^['’&-]|^of$/u.test(after?.text ?? '') &&
      !/^(?:NOUN|ADJ|NUM)$/.test(after?.tag ?? '') &&
      !/^\p{Lu}|^[&-]$|^['’]s?$/u.test(before?.text ?? '');
    return (
      own !== subject.name &&
      !isShort &&
      isWhole &&
      known.has(own) &&
      words.slice(from, to).every(({ tag }) => tag === 'PROPN' || tag === 'NUM' || tag === 'ADP')
    );
  });
  if (name === undefined) return null;
  return withoutBrackets(sentence.slice(name.start - start, name.end - start));
}
