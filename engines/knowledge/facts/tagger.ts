/** Parts of speech of English words, by winkNLP. */
import model from 'wink-eng-lite-web-model';
import winkNLP from 'wink-nlp';
import type { WinkMethods } from 'wink-nlp';

declare module 'wink-nlp' {
  /** Its declared `lemma` is none of the functions that its own `out` takes. */
  interface ItsHelpers {
    lemma(...read: Parameters<TokenItsFunction<string>>): string;
  }
}

export interface TaggedWord {
  /** As written: a word or a punctuation mark. */
  readonly text: string;
  /** UTF-16 code units of the sentence, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Part of speech in universal tags, such as NOUN. */
  readonly tag: string;
  /** The form in a dictionary: "write" of "wrote". */
  readonly lemma: string;
}

/** winkNLP splits what has no spaces in quadratic time, an address a thousand times repeated in seconds. */
const LONGEST_RUN = 60;
const LONGEST_SENTENCE = 800;
/**
 * winkNLP remembers each word that it does not know, 260 bytes of it, for ever; a new one takes a quarter of a second.
 */
const CHARACTERS_READ = 2_000_000;

let tagger: WinkMethods | undefined;
let read = 0;

/** Empty for a sentence of more than 800 characters, or with more than 60 of them in one run without a space. */
export function tagWords(sentence: string): TaggedWord[] {
  if (sentence.length > LONGEST_SENTENCE || longestRun(sentence) > LONGEST_RUN) return [];
  if (tagger === undefined || read > CHARACTERS_READ) {
    tagger = winkNLP(model, ['pos']);
    read = 0;
  }
  read += sentence.length;
  const tokens = tagger.readDoc(sentence).tokens();
  // oxlint-disable typescript/unbound-method -- these name what to read and use no "this"
  const texts = tokens.out(tagger.its.value);
  const tags = tokens.out(tagger.its.pos);
  const lemmas = tokens.out(tagger.its.lemma);
  // oxlint-enable typescript/unbound-method
  let end = 0;
  return texts.map((text, index) => {
    const start = sentence.indexOf(text, end);
    end = start + text.length;
    return { text, start, end, tag: tags[index] ?? 'X', lemma: lemmas[index] ?? text };
  });
}

const longestRun = (text: string): number =>
  text.split(/\s/).reduce((longest, run) => Math.max(longest, run.length), 0);
