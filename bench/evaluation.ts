/**
 * `npm run bench:evaluation [-- --data DIR --only PART,... --evalscope PATH --bfcl-python PATH]`: measures evaluation. Each DIR has files
 * of public sets (bench/evaluation/sets names them); without one the bench looks into `../shared/eval-data` next to the checkout. Exits
 * with 1 when a goal is missed. Parts:
 *
 * - `agreement`: the judges without a model against people. `--bfcl-python` names a Python that has `bfcl-eval`, whose checker is compared.
 * - `load`: the load generator against the truth of a scripted endpoint, on a quiet machine. `--evalscope` names EvalScope's executable,
 *   which is measured beside it.
 */
import { join } from 'node:path';
import { readOptions } from '../platform/command-line.ts';
import { openEmbedding } from './embedding.ts';
import { agreementRows } from './evaluation/agreement/index.ts';
import { printAgreement } from './evaluation/agreement/row.ts';
import { benchLoad } from './evaluation/load/index.ts';
import type { Folders } from './evaluation/sets/files.ts';
import { openVectors } from './evaluation/vectors.ts';

/** Peers that are measured beside this build, where they are installed. */
interface Peers {
  readonly evalscope: string | null;
  readonly bfclPython: string | null;
}

/** What each part measures; the result is whether its goals are met. */
const PARTS: Readonly<Record<string, (folders: Folders, peers: Peers) => Promise<boolean>>> = {
  agreement: async (folders, { bfclPython }) => {
    const rows = await agreementRows(folders, openVectors(await openEmbedding()), bfclPython);
    printAgreement(rows);
    return rows.every(({ goal, figure }) => goal === null || figure.value >= goal);
  },
  load: (_folders, { evalscope }) => benchLoad(evalscope),
};

const given = readOptions(
  'npm run bench:evaluation [-- --data DIR --only PART,... --evalscope PATH --bfcl-python PATH]',
  {
    data: { type: 'string', multiple: true },
    only: { type: 'string', default: Object.keys(PARTS).join() },
    evalscope: { type: 'string' },
    'bfcl-python': { type: 'string' },
  },
);
const peers = { evalscope: given.evalscope ?? null, bfclPython: given['bfcl-python'] ?? null };
const beside = join(import.meta.dirname, '../../shared/eval-data');
const folders = given.data ?? ['evaluation', 'knowledge', 'knowledge/general'].map((name) => join(beside, name));
for (const part of given.only.split(',')) {
  const measure = PARTS[part];
  if (measure === undefined) throw new RangeError(`There is no part ${part}. Parts: ${Object.keys(PARTS).join(', ')}`);
  console.log(`\n## ${part}\n`);
  if (!(await measure(folders, peers))) process.exitCode = 1;
}
