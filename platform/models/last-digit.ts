/**
 * How probable the digits were that could have ended an output: of an output such as `{"reason": "…", "score": 4}`,
 * what other scores the model had in mind. A single digit is one token for every tokenizer.
 */

/** Probabilities by digit, those among the most likely tokens; their sum is at most 1. */
export type DigitChances = Readonly<Record<string, number>>;

/** Most likely tokens that are asked for: the protocol's limit. */
export const TOP_TOKENS = 20;

const DIGIT = /^[\s:]?(\d)[\s}]?$/;
/** What may follow the digit. */
const END = /^[\s}`]*$/;

/** Reads the tokens of an output in their order. */
export class LastDigit {
  #chances: DigitChances | null = null;

  /** `null` when the output does not end with a digit, or the endpoint gives no probabilities. */
  get chances(): DigitChances | null {
    return this.#chances;
  }

  /** `tokens`: the member `logprobs.content` of a part of the stream, as the endpoint sends it. */
  read(tokens: unknown): void {
    if (!Array.isArray(tokens)) return;
    for (const token of tokens) {
      const text = memberOf(token, 'token');
      if (typeof text !== 'string') this.#chances = null;
      else if (DIGIT.test(text)) this.#chances = chancesOf(memberOf(token, 'top_logprobs'));
      else if (!END.test(text)) this.#chances = null;
    }
  }
}

function chancesOf(candidates: unknown): DigitChances | null {
  if (!Array.isArray(candidates)) return null;
  const chances: Record<string, number> = {};
  for (const candidate of candidates) {
    const [text, logarithm] = [memberOf(candidate, 'token'), memberOf(candidate, 'logprob')];
    const digit = typeof text === 'string' ? DIGIT.exec(text)?.[1] : undefined;
    if (digit === undefined || typeof logarithm !== 'number' || !(logarithm <= 0)) continue;
    chances[digit] = (chances[digit] ?? 0) + Math.exp(logarithm);
  }
  return Object.keys(chances).length === 0 ? null : chances;
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
