/** How many tokens a text costs a model, estimated without its vocabulary. */

/** Letters of scripts without spaces between words: about one token each. */
const IDEOGRAPH = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const WORD = /[\p{L}\p{N}]+/gu;
const MARK = /[^\p{L}\p{N}\s]/gu;

/**
 * Characters of a word per token beyond the first. English prose comes to 1.3 tokens a word with the usual
 * vocabularies.
 */
const CHARACTERS_PER_TOKEN = 7;

/** An estimate that is within about a fifth of multilingual vocabularies for prose; more for code and numbers. */
export function estimateTokens(text: string): number {
  const ideographs = text.match(IDEOGRAPH)?.length ?? 0;
  const words = (ideographs > 0 ? text.replaceAll(IDEOGRAPH, ' ') : text).match(WORD) ?? [];
  const wordTokens = words.reduce((sum, word) => sum + 1 + Math.floor((word.length - 1) / CHARACTERS_PER_TOKEN), 0);
  return ideographs + wordTokens + (text.match(MARK)?.length ?? 0);
}

/**
 * Characters that a chunk may have for each of its tokens. Text without white space has at most 8, padded tables seldom
 * more than 20: only runs of white space, which count no tokens, exceed it.
 */
const MOST_CHARACTERS_PER_TOKEN = 32;

/** Whether the text from one place to another, in UTF-16 code units, is larger than `target` tokens may be. */
export function exceeds(target: number, tokens: number, start: number, end: number): boolean {
  return tokens > target || end - start > target * MOST_CHARACTERS_PER_TOKEN;
}
