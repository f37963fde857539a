/**
 * `npm run bench:evaluation [-- --data DIR --only PART,... --evalscope PATH]`: measures evaluation. Parts: `agreement`, of the judges
 * without a model with people; `load`, the load generator against the truth of a scripted endpoint, with EvalScope beside it when PATH
 * names its executable, on a quiet machine. Each DIR has files of public sets (bench/evaluation/sets names them); without one the bench
 * looks into `../shared/eval-data` next to the checkout. Exits with 1 when a goal is missed.
 */
import { join } from 'node:path';
import { readOptions } from '../platform/command-line.ts';
import { openEmbedding } from './embedding.ts';
import { agreementRows } from './evaluation/agreement/index.ts';
import { printAgreement } from './evaluation/agreement/row.ts';
import { benchLoad } from './evaluation/load/index.ts';
import type { Folders } from './evaluation/sets/files.ts';
import { openVectors } from './evaluation/vectors.ts';

/** What each part measures; the result is whether its goals are met. */
const PARTS: Readonly<Record<string, (folders: Folders, evalscope: string | null) => Promise<boolean>>> = {
  agreement: async (folders) => {
    const rows = await agreementRows(folders, openVectors(await openEmbedding()));
    printAgreement(rows);
    return rows.every(({ goal, figure }) => goal === null || figure.value >= goal);
  },
  load: (_folders, evalscope) => benchLoad(evalscope),
};

const given = readOptions('npm run bench:evaluation [-- --data DIR --only PART,... --evalscope PATH]', {
  data: { type: 'string', multiple: true },
  only: { type: 'string', default: Object.keys(PARTS).join() },
  evalscope: { type: 'string' },
});
const beside = join(import.meta.dirname, '../../shared/eval-data');
const folders = given.data ?? ['evaluation', 'knowledge', 'knowledge/general'].map((name) => join(beside, name));
for (const part of given.only.split(',')) {
  const measure = PARTS[part];
  if (measure === undefined) throw new RangeError(`There is no part ${part}. Parts: ${Object.keys(PARTS).join(', ')}`);
  console.log(`\n## ${part}\n`);
  if (!(await measure(folders, given.evalscope ?? null))) process.exitCode = 1;
}
