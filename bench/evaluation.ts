/**
 * `npm run bench:evaluation [-- --data DIR --only PART,... --evalscope PATH --bfcl-python PATH --deepeval PYTHON]`:
 * measures evaluation. Each DIR has files of public sets (bench/evaluation/sets names them); without one the bench
 * looks into `../shared/eval-data` next to the checkout. Exits with 1 when a goal is missed. Parts:
 *
 * - `agreement`: the judges without a model against people. `--bfcl-python` names a Python that has `bfcl-eval`, whose
 *   checker is compared.
 * - `load`: the load generator against the truth of a scripted endpoint, on a quiet machine. `--evalscope` names
 *   EvalScope's executable,
 *   which is measured beside it.
 * - `judges`: faithfulness by a language model. `--deepeval` names a Python that has `deepeval`, which is measured
 *   beside it with the same
 *   model: a scripted one, or that of `--judge-url` and `--judge-model`. `--judge-cases`: of each set, 30 by default.
 * - `endurance`: 5,000 cases by a scripted judge, beside 500, and with a worker that is killed twice; 1,000 by one that
 *   breaks a third of its calls.
 */
import { join } from 'node:path';
import { readOptions } from '../platform/command-line.ts';
import { openEmbedding } from './support/embedding.ts';
import { agreementRows } from './evaluation/agreement/index.ts';
import { printAgreement } from './evaluation/agreement/row.ts';
import { benchEndurance } from './evaluation/endurance/index.ts';
import { benchJudges } from './evaluation/judges/index.ts';
import { benchLoad } from './evaluation/load/index.ts';
import type { Folders } from './evaluation/sets/files.ts';
import { openVectors } from './evaluation/vectors.ts';
import { onStack } from './support/run.ts';

const given = readOptions(
  'npm run bench:evaluation [-- --data DIR --only PART,... --evalscope PATH --bfcl-python PATH --deepeval PYTHON]',
  {
    data: { type: 'string', multiple: true },
    only: { type: 'string', default: 'agreement,load,judges,endurance' },
    evalscope: { type: 'string' },
    'bfcl-python': { type: 'string' },
    deepeval: { type: 'string' },
    'judge-url': { type: 'string' },
    'judge-model': { type: 'string', default: 'judge' },
    'judge-cases': { type: 'string', default: '30' },
  },
);

/**
 * What each part measures; the result is whether its goals are met. Peers are measured beside this build where they are
 * installed.
 */
const PARTS: Readonly<Record<string, (folders: Folders) => Promise<boolean>>> = {
  agreement: async (folders) => {
    const rows = await agreementRows(folders, openVectors(await openEmbedding()), given['bfcl-python'] ?? null);
    printAgreement(rows);
    return rows.every(({ goal, figure }) => goal === null || figure.value >= goal);
  },
  load: () => benchLoad(given.evalscope ?? null),
  judges: (folders) => {
    const { deepeval = null, 'judge-url': url, 'judge-model': id, 'judge-cases': cases } = given;
    const options = { deepeval, endpoint: url === undefined ? null : { url, id }, perSet: Number(cases) };
    return onStack((stack) => benchJudges(stack, folders, options));
  },
  endurance: () => onStack(benchEndurance),
};

const beside = join(import.meta.dirname, '../../shared/eval-data');
const folders = given.data ?? ['evaluation', 'knowledge', 'knowledge/general'].map((name) => join(beside, name));
for (const part of given.only.split(',')) {
  const measure = PARTS[part];
  if (measure === undefined) throw new RangeError(`There is no part ${part}. Parts: ${Object.keys(PARTS).join(', ')}`);
  console.log(`\n## ${part}\n`);
  if (!(await measure(folders))) process.exitCode = 1;
}
