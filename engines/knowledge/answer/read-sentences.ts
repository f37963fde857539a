/** Reads the sentences of an answer while a model writes it: each as soon as its JSON is complete. */
import { Compile } from 'typebox/compile';
import { WRITTEN_SENTENCE } from './citations.ts';
import type { WrittenSentence } from './citations.ts';

const Sentence = Compile(WRITTEN_SENTENCE);

/** Depth of a sentence in the answer: the object, its list, the sentence. */
const SENTENCE_DEPTH = 3;
const ANSWERED = /"answered"\s{0,20}:\s{0,20}true/;
/** Characters around the sentences that are kept: they are `{"answered":true,"sentences":[`, with white space. */
const MOST_AROUND = 500;

/** Takes linear time, and keeps the sentence that is being written: the output of a model is limited. */
export class SentenceReader {
  #depth = 0;
  #isInString = false;
  #isEscaped = false;
  /** What is outside of sentences. */
  #around = '';
  #sentence: string[] = [];

  /**
   * The sentences that end in this part of the output, not checked. None before the model has said that there is an
   * answer.
   */
  push(part: string): WrittenSentence[] {
    return Array.from(part).flatMap((character) => this.#pushOne(character));
  }

  #pushOne(character: string): WrittenSentence[] {
    if (this.#isInString) {
      this.#keep(character);
      this.#isInString = this.#isEscaped || character !== '"';
      this.#isEscaped = !this.#isEscaped && character === '\\';
      return [];
    }
    this.#isInString = character === '"';
    if (character === '{' || character === '[') this.#depth++;
    this.#keep(character);
    if (character !== '}' && character !== ']') return [];
    this.#depth--;
    if (this.#depth !== SENTENCE_DEPTH - 1 || this.#sentence.length === 0) return [];
    const written = this.#sentence.join('');
    this.#sentence = [];
    return ANSWERED.test(this.#around) ? sentenceIn(written) : [];
  }

  #keep(character: string): void {
    if (this.#depth >= SENTENCE_DEPTH) this.#sentence.push(character);
    else if (this.#around.length < MOST_AROUND) this.#around += character;
  }
}

/** None if it is not of the form that was asked for: then the whole answer is not, either. */
function sentenceIn(json: string): WrittenSentence[] {
  try {
    const sentence: unknown = JSON.parse(json);
    return Sentence.Check(sentence) ? [sentence] : [];
  } catch {
    return [];
  }
}
