/**
 * Cosines of different embedding models on one scale. One model gives unrelated texts .03 and a good match .6, another
 * .73 and .86; weights that are added to a cosine mean nothing before both read alike.
 */

/** Questions with a passage that answers each; of different subjects, so that every other pair is unrelated. */
export const CALIBRATION_PAIRS: readonly (readonly [question: string, passage: string])[] = [
  [
    'When was the bridge over the river completed?',
    'The bridge\nWork on the bridge began in 1887 and ended three years later, in the spring of 1890.',
  ],
  [
    'Who composed the opera?',
    'The opera\nThe music of the opera was written by a young organist from Naples, its text by his brother.',
  ],
  [
    'How do plants make sugar from light?',
    'Photosynthesis\nIn photosynthesis, green leaves turn light, water and carbon dioxide into sugar and oxygen.',
  ],
  [
    'What is the notice period in the rental contract?',
    'Rental contract\nEither party may end the contract in writing with a notice of three months to the end of ' +
      'a month.',
  ],
  [
    'Which team won the championship final?',
    'Championship final\nThe visitors beat the home side by two goals to one in the final and took their first ' +
      'championship.',
  ],
  [
    'How is the database backed up?',
    'Backups\nA nightly task copies the database to object storage and keeps the copies for thirty days.',
  ],
  [
    'What causes the disease?',
    'Cholera\nThe disease is caused by a bacterium that spreads through dirty drinking water.',
  ],
  [
    'Where was the general born?',
    'The general\nThe general was born in a village in the mountains, the third son of a blacksmith.',
  ],
];

/** How to read a model's cosines. */
export interface SimilarityScale {
  /** Mean cosine of a question and a passage that does not answer it. */
  readonly unrelated: number;
  /** Mean cosine of a question and a passage that answers it. */
  readonly related: number;
}

/** 0 for unrelated texts, 1 for a question and its answer; below 0 or above 1 at times. */
export const similarity = (cosine: number, { unrelated, related }: SimilarityScale): number =>
  (cosine - unrelated) / (related - unrelated);

/**
 * The scale of a model, from its unit vectors of the questions and of the passages of `CALIBRATION_PAIRS`, in their
 * order.
 */
export function calibrate(questions: readonly Float32Array[], passages: readonly Float32Array[]): SimilarityScale {
  const related: number[] = [];
  const unrelated: number[] = [];
  for (const [row, question] of questions.entries())
    for (const [column, passage] of passages.entries())
      (row === column ? related : unrelated).push(
        question.reduce((sum, value, at) => sum + value * (passage[at] ?? 0), 0),
      );
  const scale = { unrelated: mean(unrelated), related: mean(related) };
  // A model that sees no difference is read as it is.
  return scale.related - scale.unrelated > 0.01 ? scale : { unrelated: 0, related: 1 };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);
