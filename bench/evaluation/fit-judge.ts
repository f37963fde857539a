/**
 * `node scripts/run.mjs bench/evaluation/fit-judge.ts --data DIR ...`: fits the weights of the built-in judge on halves
 * of public sets (sets/ names their files) and prints them, with the agreement on the other halves. They are copied
 * into engines/evaluation/judges/built-in by hand.
 */
import { readContext } from '../../engines/evaluation/judges/built-in/context.ts';
import { CORRECTNESS_MEASURES, measureCorrectness } from '../../engines/evaluation/judges/built-in/correctness.ts';
import { readSentences } from '../../engines/evaluation/judges/built-in/sentences.ts';
import { askOf, MEASURES, supportOf } from '../../engines/evaluation/judges/built-in/support.ts';
import { cohensKappa } from '../../engines/statistics/agreement.ts';
import { areaUnderRoc } from '../../engines/statistics/ranks.ts';
import { readOptions } from '../../platform/command-line.ts';
import { fitLogistic, probability } from './logistic.ts';
import type { Fit } from './logistic.ts';
import { openEmbedding } from '../support/embedding.ts';
import { correctnessSets } from './sets/correctness.ts';
import { faithfulnessSets } from './sets/faithfulness.ts';
import type { JudgedAnswer, JudgedSummary } from './sets/judged.ts';
import { passageSets } from './sets/passages.ts';
import { measurePassages } from './passage-measures.ts';
import { openVectors } from './vectors.ts';

/** An answer is as good as its worst claim. */
interface Measured extends JudgedAnswer {
  readonly claims: readonly (readonly number[])[];
}

/** Abstractive summaries of one sentence: no judge by words agrees with people there. */
const LEFT_OUT = 'QAGS XSum';
/** All examples of a set and a class together weigh as much as this number of examples. */
const CLASS_WEIGHT = 100;

const { data } = readOptions('fit-judge --data DIR ...', { data: { type: 'string', multiple: true, default: ['.'] } });

function supportOfClaims(summary: JudgedSummary): Measured {
  const context = readContext(summary.contexts);
  const asked = readSentences(summary.question, context.language).flatMap(({ tokens }) => tokens);
  const question = askOf({ tokens: asked }, context);
  const claims = readSentences(summary.answer, context.language).filter(({ tokens }) =>
    tokens.some((token) => token.isContent),
  );
  return {
    ...summary,
    claims: claims.map((claim) => {
      const { measures } = supportOf(claim, question, context);
      return MEASURES.map((measure) => measures[measure]);
    }),
  };
}

function report(what: string, names: readonly string[], all: readonly Measured[]): void {
  const measured = all.filter(({ claims }) => claims.length > 0);
  const sets = [...new Set(measured.map(({ set }) => set))];
  if (sets.length === 0) return;
  const fit = fitOn(measured, sets);
  const threshold = bestThreshold(
    measured.filter(({ isFitted }) => isFitted),
    fit,
  );
  const bias = fit.bias - Math.log(threshold / (1 - threshold));
  console.log(`\n## ${what}\n\nbias ${bias.toFixed(3)}, so that .5 has the best kappa on the fitted halves`);
  console.log(names.map((name, index) => `${name}: ${fit.weights[index]?.toFixed(3)}`).join(', '));
  console.log(
    '\n| set | n | AUC | AUC, set left out of the fit | AUC of the shorter answer | kappa |\n|---|---|---|---|---|---|',
  );
  for (const set of sets) {
    const others = fitOn(
      measured,
      sets.filter((other) => other !== set),
    );
    const blind = measured.filter((answer) => answer.set === set && !answer.isFitted);
    const auc = (score: (answer: Measured) => number): string =>
      areaUnderRoc(blind.map((answer) => ({ isPositive: answer.isRight, score: score(answer) }))).toFixed(3);
    const kappa = kappaAt(blind, fit, threshold).toFixed(2);
    const columns = [
      auc((answer) => weakest(fit, answer)),
      auc((answer) => weakest(others, answer)),
      auc(({ answer }) => -answer.length),
    ];
    console.log(`| ${set} | ${blind.length} | ${columns.join(' | ')} | ${kappa} |`);
  }
}

function fitOn(measured: readonly Measured[], sets: readonly string[]): Fit {
  const fitted = measured.filter(({ set, isFitted }) => isFitted && set !== LEFT_OUT && sets.includes(set));
  const classOf = ({ set, isRight }: Measured): string => `${set} ${isRight}`;
  const sizes = new Map([...Map.groupBy(fitted, classOf)].map(([name, answers]) => [name, answers.length]));
  return fitLogistic(
    fitted.map((answer) => ({
      measures: plainlyWeakest(answer),
      isPositive: answer.isRight,
      weight: CLASS_WEIGHT / (sizes.get(classOf(answer)) ?? 1),
    })),
  );
}

/** Before there are weights: the claim of which the least is found; the first measure is the share of words. */
const plainlyWeakest = ({ claims }: Measured): readonly number[] =>
  claims.reduce((weakestYet, claim) => ((claim[0] ?? 0) < (weakestYet[0] ?? 0) ? claim : weakestYet));

const weakest = (fit: Fit, { claims }: Measured): number => Math.min(...claims.map((claim) => probability(fit, claim)));

const kappaAt = (answers: readonly Measured[], fit: Fit, threshold: number): number =>
  cohensKappa(
    answers.map(({ isRight }) => isRight),
    answers.map((answer) => weakest(fit, answer) >= threshold),
  );

function bestThreshold(answers: readonly Measured[], fit: Fit): number {
  const candidates = Array.from({ length: 99 }, (_candidate, index) => (index + 1) / 100);
  return candidates.reduce((best, next) => (kappaAt(answers, fit, next) > kappaAt(answers, fit, best) ? next : best));
}

report('faithfulness', MEASURES, faithfulnessSets(data).map(supportOfClaims));
report(
  'correctness',
  CORRECTNESS_MEASURES,
  correctnessSets(data).map((fact) => {
    const measures = measureCorrectness(fact.expected, fact.answer);
    return { ...fact, claims: measures ? [CORRECTNESS_MEASURES.map((measure) => measures[measure])] : [] };
  }),
);

const passages = passageSets(data);
if (passages.length > 0) {
  const measured = await measurePassages(passages, openVectors(await openEmbedding()));
  const described = (measures: (of: (typeof measured)[number]) => readonly number[]): Measured[] =>
    measured.map((row) => ({ ...row, answer: row.passage, isRight: row.isRelevant, claims: [measures(row)] }));
  report(
    'passages, for the question',
    ['similarity'],
    described(({ forQuestion }) => [forQuestion]),
  );
  report(
    'passages, for the expected answer',
    ['similarity', 'found'],
    described(({ forAnswer, found }) => [forAnswer, found]),
  );
}
