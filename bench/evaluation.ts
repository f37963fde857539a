/**
 * `npm run bench:evaluation [-- --data DIR --only PART,...]`: measures evaluation. Parts: `agreement`, of the judges without a model with
 * people. Each DIR has files of public sets (bench/evaluation/sets names them); without one the bench looks into `../shared/eval-data`
 * next to the checkout. Exits with 1 when a goal is missed.
 */
import { join } from 'node:path';
import { readOptions } from '../platform/command-line.ts';
import { openEmbedding } from './embedding.ts';
import { agreementRows } from './evaluation/agreement/index.ts';
import { printAgreement } from './evaluation/agreement/row.ts';
import type { Folders } from './evaluation/sets/files.ts';
import { openVectors } from './evaluation/vectors.ts';

/** What each part measures; the result is whether its goals are met. */
const PARTS: Readonly<Record<string, (folders: Folders) => Promise<boolean>>> = {
  agreement: async (folders) => {
    const rows = await agreementRows(folders, openVectors(await openEmbedding()));
    printAgreement(rows);
    return rows.every(({ goal, figure }) => goal === null || figure.value >= goal);
  },
};

const given = readOptions('npm run bench:evaluation [-- --data DIR --only PART,...]', {
  data: { type: 'string', multiple: true },
  only: { type: 'string', default: Object.keys(PARTS).join() },
});
const beside = join(import.meta.dirname, '../../shared/eval-data');
const folders = given.data ?? ['evaluation', 'knowledge', 'knowledge/general'].map((name) => join(beside, name));
for (const part of given.only.split(',')) {
  const measure = PARTS[part];
  if (measure === undefined) throw new RangeError(`There is no part ${part}. Parts: ${Object.keys(PARTS).join(', ')}`);
  console.log(`\n## ${part}\n`);
  if (!(await measure(folders))) process.exitCode = 1;
}
