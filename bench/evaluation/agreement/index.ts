/**
 * How well the judges that need no language model agree with people, on halves of public sets that they were not fitted
 * on.
 */
import type { Folders } from '../sets/files.ts';
import type { VectorsOf } from '../vectors.ts';
import { correctnessRows } from './correctness.ts';
import { faithfulnessRows } from './faithfulness.ts';
import { passageRows } from './passages.ts';
import { personalDataRows } from './personal-data.ts';
import { relevanceRows } from './relevance.ts';
import type { AgreementRow } from './row.ts';
import { toolRows } from './tools.ts';

/** Of the sets whose files lie in the folders; others are named on stderr. `bfclPython`: see {@link toolRows}. */
export async function agreementRows(
  folders: Folders,
  vectorsOf: VectorsOf,
  bfclPython: string | null,
): Promise<AgreementRow[]> {
  const rows = [
    ...faithfulnessRows(folders),
    ...correctnessRows(folders),
    ...toolRows(bfclPython),
    ...personalDataRows(folders),
  ];
  for await (const row of relevanceRows(folders, vectorsOf)) rows.push(row);
  for await (const row of passageRows(folders, vectorsOf)) rows.push(row);
  return rows;
}
