/** The search of this service as a target, and who reads what it gave. */
import { quotedDocuments } from '../../../domain/evaluation/outputs.ts';
import type { Caller } from '../../../domain/identity/identity.ts';
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { readableAmong } from '../../../domain/knowledge/documents/index.ts';
import { SEARCH_DEFAULTS, answers, membersNotOf, rulesOf } from '../../../domain/knowledge/search/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { openIssues } from '../../contract/issues.ts';
import { uselessMembers } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';
import type { EvalTarget } from './schemas.ts';
import type { ReadTarget } from './types.ts';
import { enforceScope } from '../../identity/enforce-scope.ts';

/**
 * The search that a target names. Throws `insufficient_scope`, `not_found`, `access_denied` and `model_not_configured`.
 */
export async function readKnowledge(services: Services, caller: Caller, asked: EvalTarget): Promise<ReadTarget> {
  const { dataset_id, dataset_key, search_type = SEARCH_DEFAULTS.type, top_k, hops } = asked;
  const { issues, fault } = openIssues('target', 'target');
  if ((dataset_id === undefined) === (dataset_key === undefined)) {
    fault(['dataset_id'], 'Name the dataset of knowledge, either by dataset_id or by dataset_key.');
    return { target: null, issues };
  }
  enforceScope(caller, 'knowledge:read');
  const selector = dataset_id === undefined ? { dataset_key: dataset_key ?? '' } : { dataset_id };
  const { id, embeddingModel } = await findDataset(services.database, caller, selector);
  const useless = uselessMembers({ hops }, membersNotOf(search_type), `the search type ${search_type}`, ['target']);
  // It has to answer: that is found out here, not by each case.
  const embedding = rulesOf(search_type).byMeaning ? [services.models.named(embeddingModel)] : [];
  const answering = answers(search_type) ? [services.models.of('answer')] : [];
  const models = [...embedding, ...answering].flatMap((model) => model?.name ?? []);
  return {
    target: {
      type: 'knowledge',
      models,
      dataset_id: id,
      search_type,
      top_k: top_k ?? SEARCH_DEFAULTS.take,
      hops: hops === 1 ? 1 : SEARCH_DEFAULTS.hops,
    },
    issues: [...issues, ...useless],
  };
}

/**
 * Whether the caller may read all documents that the outputs of a run quote: throws `insufficient_scope`, `not_found`
 * or `access_denied` otherwise. The result of a run with another target is open to its tenant.
 */
export async function requireReadableQuotes({ database }: Services, caller: Caller, jobId: string): Promise<void> {
  for (const { datasetId, documentIds } of await quotedDocuments(database, jobId)) {
    enforceScope(caller, 'knowledge:read');
    await findDataset(database, caller, { dataset_id: datasetId });
    const readable = await readableAmong(database, caller, datasetId, documentIds);
    if (readable.size < documentIds.length) {
      throw new ServiceError('access_denied', 'The outputs of the run quote documents that you may not read.');
    }
  }
}
