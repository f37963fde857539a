/** Texts of which a seed decides all: plain English about a coast, with one invented name in each sentence. */
import { Random } from '../../../test/support/random.ts';

const TEXTS = 55;
const SENTENCES = 200;
const SENTENCES_OF_PARAGRAPH = 8;
/** Invented words of which the names are made: each is in some 27 names, so that many names resemble each other. */
const WORDS = 1200;
const WORDS_OF_NAME = 3;

const ONSETS = [
  'b',
  'd',
  'f',
  'g',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  't',
  'v',
  'z',
  'br',
  'dr',
  'gl',
  'kr',
  'st',
  'tr',
];
const VOWELS = ['a', 'e', 'i', 'o', 'u'];

const TIMES = ['spring', 'summer', 'autumn', 'winter', 'the morning', 'the evening', 'the rain', 'the end'];
const ACTS = ['carried', 'measured', 'repaired', 'counted', 'painted', 'sold', 'weighed', 'watched'];
const KINDS = ['heavy', 'old', 'narrow', 'wooden', 'broken', 'long', 'quiet', 'northern'];
/** Each is in some 2,000 sentences, so that a search for it finds most of the texts. */
const NOUNS = [
  'harbour',
  'timber',
  'market',
  'bridge',
  'cargo',
  'lantern',
  'warehouse',
  'anchor',
  'river',
  'tower',
  'letter',
  'barrel',
  'garden',
  'street',
  'engine',
  'island',
];

/** 55 texts, about 1.1 MB, with 11,000 different names. */
export function makeTexts(seed: number): string[] {
  const random = new Random(seed, 'texts of the greedy tenant');
  const words = inventWords(random);
  const names = new Set<string>();
  while (names.size < TEXTS * SENTENCES) {
    names.add(Array.from({ length: WORDS_OF_NAME }, () => random.pick(words)).join(' '));
  }
  const sentences = [...names].map((name) => sentenceAbout(name, random));
  return Array.from({ length: TEXTS }, (_, text) =>
    paragraphs(sentences.slice(text * SENTENCES, (text + 1) * SENTENCES)),
  );
}

/** A question of two very common words. */
export const broadQuestion = (random: Random): string =>
  `${random.pick(KINDS)} ${random.pick(NOUNS)} ${random.pick(NOUNS)}`;

/** Sentences of the texts, as many as a question may hold. */
export function longQuestion(texts: readonly string[], random: Random, length: number): string {
  const text = random.pick(texts);
  return `${text.slice(random.whole(0, length))} ${random.pick(texts)}`.slice(0, length);
}

function inventWords(random: Random): string[] {
  const words = new Set<string>();
  while (words.size < WORDS) {
    const word = Array.from({ length: 3 }, () => `${random.pick(ONSETS)}${random.pick(VOWELS)}`).join('');
    words.add(`${word.charAt(0).toUpperCase()}${word.slice(1)}`);
  }
  return [...words];
}

function sentenceAbout(name: string, random: Random): string {
  const thing = (): string => `the ${random.pick(KINDS)} ${random.pick(NOUNS)}`;
  return (
    `In ${random.pick(TIMES)} ${name} ${random.pick(ACTS)} ${thing()} behind ${thing()} of the ` +
    `${random.pick(NOUNS)}.`
  );
}

function paragraphs(sentences: readonly string[]): string {
  const all: string[] = [];
  for (let at = 0; at < sentences.length; at += SENTENCES_OF_PARAGRAPH) {
    all.push(sentences.slice(at, at + SENTENCES_OF_PARAGRAPH).join(' '));
  }
  return all.join('\n\n');
}
