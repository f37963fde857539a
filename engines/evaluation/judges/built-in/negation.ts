/** Whether a sentence denies something. */

/** English. */
const NEGATION =
  /\b(?:not|no|never|none|neither|nor|without|cannot|nobody|nothing|nowhere|hardly|unable|fail(?:s|ed)?|lack(?:s|ed)?)\b|n['’]t\b/i;

export const isNegated = (text: string): boolean => NEGATION.test(text);
