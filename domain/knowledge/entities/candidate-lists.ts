/** Lists of candidates that are read in pages: found once, kept while nothing that they are found in changes. */
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import { listCandidates } from './listed-candidates.ts';
import type { CandidateList } from './listed-candidates.ts';
import { readableState } from './readable-state.ts';

/** Candidates of all lists that a process keeps: some 20 MB. A dataset has up to 7,000. */
const MOST_KEPT = 20_000;

/** The least recently read lists are forgotten first. */
export class CandidateLists {
  readonly #lists = new Map<string, CandidateList>();

  /** The candidates of at least a score in matching documents (document-filter.ts), best first. */
  async of(database: Database, datasetId: string, matching: Prisma.Sql, threshold: number): Promise<CandidateList> {
    const key = `${datasetId} ${threshold} ${await readableState(database, datasetId, matching)}`;
    const list = this.#lists.get(key) ?? (await listCandidates(database, datasetId, matching, threshold));
    this.#lists.delete(key);
    this.#lists.set(key, list);
    let kept = 0;
    for (const [other, { candidates }] of [...this.#lists].toReversed()) {
      kept += candidates.length;
      if (kept > MOST_KEPT) this.#lists.delete(other);
    }
    return list;
  }
}
