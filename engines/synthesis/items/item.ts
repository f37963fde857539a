/** What an engine makes: an item, or one that was rejected. */

/** Why an item is not among those of the result. */
const REJECTIONS = {
  schema: 'The row does not match its schema.',
  constraint: 'A constraint between columns does not hold.',
  unique: 'A value exists already where all values must differ.',
  duplicate: 'It is the same as an earlier item, or nearly.',
  output: 'The model gave no output of the form that was asked for.',
  refused: 'The model refused.',
  quote: 'What it quotes is not in its sources.',
  personal_data: 'It has personal data or a secret.',
  not_self_contained: 'It refers to something that it does not name.',
  not_grounded: 'The passages do not support the answer.',
  not_answerable: 'The passages do not lead to the answer.',
  answerable_without_context: 'The question gives the answer away, or a model knows it without the passages.',
  contaminated: 'It has words of a dataset that was to be excluded.',
  answered: 'The passages answer what was to have no answer.',
  calls: 'It has other calls than its kind needs.',
  arguments: 'Arguments of a call do not match the schema of the tool.',
  no_gain: 'It asks for nothing more than what it was made from.',
  leak: 'It has words of the request to the model.',
  meaning: 'It does not say the same as the text that it was made from.',
  unanswered: 'The model could not answer it.',
} as const;
export type Rejection = keyof typeof REJECTIONS;
export const REJECTION_REASONS = Object.keys(REJECTIONS).filter((name): name is Rejection =>
  Object.hasOwn(REJECTIONS, name),
);

/** What these reasons mean, in a sentence each. */
export const meaningsOf = (reasons: readonly string[]): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(REJECTIONS).filter(([name]) => reasons.includes(name)));

export interface Item {
  readonly value: Readonly<Record<string, unknown>>;
  /** What it was made from and by. */
  readonly provenance: Readonly<Record<string, unknown>>;
  /** `null`: it was not rejected while it was made. */
  readonly rejected: Rejected | null;
}

export interface Rejected {
  readonly reason: Rejection;
  /** What is wrong with it. */
  readonly about: string;
  /** How it was found out, where a reason has several methods. */
  readonly method?: string;
}
