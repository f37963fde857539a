/**
 * `npm run bench:chunking [-- --cases DIR]`: how many of the characters that answer a question are in the first five
 * chunks, for each strategy and size of chunks, with the embedder's model. DIR has the form of the folder
 * `general_evaluation_data` of the public repository brandonstarxel/chunking_evaluation; without it the bench looks for
 * `../shared/eval-data/chunking` next to the checkout. `--only` chooses corpora.
 */
import { join } from 'node:path';
import { CHUNK_STRATEGIES, DEFAULT_CHUNK_RULES } from '../engines/text/options.ts';
import { CALIBRATION_PAIRS, calibrate } from '../engines/text/similarity.ts';
import { readOptions } from '../platform/command-line.ts';
import { hasCases, readCorpora } from './chunking/cases.ts';
import { askCut } from './chunking/gold-recall.ts';
import type { FoundGold } from './chunking/gold-recall.ts';
import { openEmbedding } from './support/embedding.ts';
import type { Embed } from './support/embedding.ts';

const SIZES = [128, 200, DEFAULT_CHUNK_RULES.target_tokens, 300];

const given = readOptions('npm run bench:chunking [-- --cases DIR --only NAME,...]', {
  cases: { type: 'string' },
  only: { type: 'string' },
});
const folder = given.cases ?? join(import.meta.dirname, '../../shared/eval-data/chunking');
if (hasCases(folder)) await measure(await openEmbedding());
else console.error(`skipped: NOTHING WAS MEASURED, ${folder} has no questions_df.csv. Fix: give --cases DIR.`);

/** Prints recall / precision of gold characters for each text, and for all questions together. */
async function measure(embed: Embed): Promise<void> {
  const [questions, passages] = [
    CALIBRATION_PAIRS.map(([question]) => question),
    CALIBRATION_PAIRS.map(([, passage]) => passage),
  ];
  const scale = calibrate(await embed(questions, 'query'), await embed(passages, 'passage'));
  const corpora = (await readCorpora(folder)).filter(({ name }) => given.only?.split(',').includes(name) ?? true);
  console.log(
    '| target tokens | strategy | chunks | tokens a chunk | ' +
      `${corpora.map(({ name, questions: asked }) => `${name}: ${asked.length}`).join(' | ')} | all |`,
  );
  console.log(`|---|---|---|---|${corpora.map(() => '---|').join('')}---|`);
  for (const target_tokens of SIZES) {
    for (const strategy of CHUNK_STRATEGIES) {
      const rules = { ...DEFAULT_CHUNK_RULES, strategy, target_tokens };
      const cuts = [];
      for (const corpus of corpora) cuts.push(await askCut(corpus, rules, scale, embed));
      const chunks = sum(cuts.map((cut) => cut.chunks));
      const tokens = sum(cuts.map((cut) => cut.tokens)) / chunks;
      const shares = [...cuts.map(({ found }) => found), cuts.flatMap(({ found }) => found)].map(shareOf);
      console.log(`| ${target_tokens} | ${strategy} | ${chunks} | ${tokens.toFixed(0)} | ${shares.join(' | ')} |`);
    }
  }
}

/** Recall and precision, the means over the questions. */
function shareOf(found: readonly FoundGold[]): string {
  const recall = sum(found.map((each) => each.recall)) / found.length;
  const precision = sum(found.map((each) => each.precision)) / found.length;
  return `${recall.toFixed(3)} / ${precision.toFixed(3)}`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
