/**
 * Weights of the scores, in units of `similarity`. They were chosen on halves of MuSiQue and HotpotQA, with
 * multilingual-e5-small; a quarter more or less of any of them moves recall of the first five by about .01 there.
 */
export const WEIGHTS = {
  /** Share of the lexical score that could be reached, in the first and in the second hop. */
  lexical: 1.2,
  probeLexical: 0.75,
  /** The question names the chunk's title: divided among the chunks of that title. */
  named: 0.3,
  hop: 1.2,
  /**
   * Exponent of the rarity of a probe's entity, which is 0 for what every chunk names and 1 for what one of many does.
   */
  rarity: 0.15,
  /** The probe's entity is the chunk's title or a part of it; its body has it. */
  inTitle: 0.35,
  inBody: 0.18,
} as const;
