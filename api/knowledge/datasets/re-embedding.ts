/** Submits jobs that change the embedding model of a dataset. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { findDataset } from '../../../domain/knowledge/datasets/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import { Named, Text } from '../../contract/schema.ts';
import { Priority } from '../../jobs/schemas.ts';
import { submitOne } from '../../jobs/submit/job-route.ts';
import type { Origin } from '../../jobs/submit/submission.ts';
import type { Services } from '../../services.ts';
import { WebhookRequest } from '../../webhook/schemas.ts';
import { knowledgeWarnings } from '../shared/readiness.ts';

export const EmbeddingRequest = Named('KnowledgeEmbeddingRequest', 'The new embedding model of a dataset.', {
  model: Type.Optional(
    Text('Name of a configured embedding model. Default: the one with the role `embed`.', 'embedder', {
      minLength: 1,
      maxLength: 30,
    }),
  ),
  priority: Type.Optional(Priority),
  webhook: Type.Optional(WebhookRequest),
});

export const embeddingExamples = {
  role: { summary: 'The model with the role embed', value: {} },
  named: { summary: 'A named model', value: { model: 'embedder' } },
};

/** Starts a job that embeds a dataset by a model. `model_not_configured` if there is no such model. */
export async function submitEmbedding(
  services: Services,
  datasetId: string,
  request: Static<typeof EmbeddingRequest>,
  origin: Origin,
) {
  const dataset = await findDataset(services.database, origin.identity, { dataset_id: datasetId });
  const { model: name } = request;
  const model = name === undefined ? services.models.of('embed') : services.config.models.named[name.toLowerCase()];
  if (model?.kind !== 'embedding') {
    const which = name === undefined ? 'No embedding model' : `No embedding model ${name}`;
    const models = Object.values(services.config.models.named).filter(({ kind }) => kind === 'embedding');
    const known = models.length > 0 ? ` Configured: ${models.map((one) => one.name).join(', ')}.` : '';
    throw new ServiceError('model_not_configured', `${which} is configured.${known}`);
  }
  const order = {
    workflow: 'embedDatasetJob' as const,
    source: dataset.datasetKey,
    summary: `embed · ${dataset.datasetKey} · ${model.name}`,
    input: { dataset_id: dataset.id, model: model.name, dimensions: model.dimensions },
    warnings: await knowledgeWarnings(services),
  };
  const body = { dataset_id: dataset.id, ...request };
  return submitOne(services, 'knowledge.embed', origin, { request, body, order });
}
