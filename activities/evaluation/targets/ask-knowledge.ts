/** Asks the search of this service, as the submitter of the job would through the API. */
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import type { SearchResults, SearchDependencies } from '../../../domain/knowledge/search/index.ts';
import { answers } from '../../../domain/knowledge/search/index.ts';
import { messagesOf } from '../../../engines/evaluation/cases/index.ts';
import type { Produced } from '../../../engines/evaluation/cases/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { FairReads } from '../../../platform/database/fair-reads.ts';
import { searchDataset } from '../../knowledge/search-dataset.ts';
import type { Step } from '../../step/step.ts';
import { withoutOutput } from './ask.ts';
import type { AskTarget } from './ask.ts';
import { spendingOf } from './spending.ts';
import type { KnowledgeTarget } from './target.ts';

export interface KnowledgeDependencies extends Omit<SearchDependencies, 'database'> {
  /** Tenants take turns at the reads of searches, as in the API. */
  readonly fairReads: FairReads;
}

/** Characters of the passages of an output. */
const MOST_CHARACTERS = 500_000;

/** Rejects as `searchDataset` does: the policy of the dataset is that of the moment. */
export function askKnowledge(
  { models, scales, fairReads }: KnowledgeDependencies,
  { dataset_id: datasetId, search_type: type, top_k: take, hops }: KnowledgeTarget,
  envelope: JobEnvelope,
  step: Pick<Step, 'jobId' | 'signal' | 'spend'>,
): AskTarget {
  const dependencies = { database: fairReads(envelope.tenant_id), models, scales };
  return async ({ subject }): Promise<Produced> => {
    const text = messagesOf(subject).at(-1)?.content ?? '';
    const query = { datasetId, text, type, take, hops, filters: {}, onlyContext: false };
    const { spend, spent } = spendingOf(step);
    const began = performance.now();
    try {
      const found = await searchDataset(dependencies, envelope, query, { ...step, spend });
      const latency_ms = performance.now() - began;
      const produced = outputOf(found, type);
      return 'output' in produced ? { ...produced, output: { ...produced.output, latency_ms, ...spent() } } : produced;
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'question_refused') return withoutOutput(error.message);
      throw error;
    }
  };
}

/**
 * Passages with the headings above them; the answer, which is empty when nothing answers, for a type of search that
 * gives one.
 */
function outputOf({ results, answer }: SearchResults, type: KnowledgeTarget['search_type']): Produced {
  const retrieval_contexts = results.map(({ passage: { heading, body } }) =>
    heading === '' ? body : `${heading}\n\n${body}`,
  );
  if (retrieval_contexts.reduce((sum, context) => sum + context.length, 0) > MOST_CHARACTERS) {
    return withoutOutput(`The passages have more than ${MOST_CHARACTERS} characters. Ask for fewer with top_k.`);
  }
  const [first] = results;
  return {
    output: { retrieval_contexts, ...(answers(type) && { actual_output: answer?.text ?? '' }) },
    ...(first && {
      quotes: {
        datasetId: first.passage.datasetId,
        documentIds: results.map(({ passage: { documentId } }) => documentId),
      },
    }),
  };
}
