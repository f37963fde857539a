/** Lists of candidates that are read in pages: found once, kept while nothing that they are found in changes. */
import type { Database } from '../../../../platform/database/client.ts';
import type { Prisma } from '../../../../platform/database/generated/client.ts';
import { listCandidates } from './listed-candidates.ts';
import type { CandidateList } from './listed-candidates.ts';
import { candidateInputsDigest } from './candidate-inputs.ts';

/** Lists that a process keeps: some 10 MB each, of up to 7,000 candidates. */
const MOST_LISTS = 4;

/** The least recently read lists are forgotten first. */
export class CandidateLists {
  readonly #lists = new Map<string, Promise<CandidateList>>();

  /** The candidates of at least a score in matching documents (documents/filter.ts), best first. */
  async of(database: Database, datasetId: string, matching: Prisma.Sql, threshold: number): Promise<CandidateList> {
    const key = `${datasetId} ${threshold} ${await candidateInputsDigest(database, datasetId, matching)}`;
    const list = this.#lists.get(key) ?? listCandidates(database, datasetId, matching, threshold);
    this.#lists.delete(key);
    this.#lists.set(key, list);
    // A list that could not be found is looked for again.
    list.catch(() => this.#lists.delete(key));
    const [oldest] = this.#lists.keys();
    if (this.#lists.size > MOST_LISTS && oldest !== undefined) this.#lists.delete(oldest);
    return list;
  }
}
