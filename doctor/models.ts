/** Checks each named model by one short call. */
import { ServiceError } from '../errors/index.ts';
import type { Config } from '../domain/settings.ts';
import type { ModelConfig } from '../platform/config/models.ts';
import { complete } from '../platform/models/chat.ts';
import { embed } from '../platform/models/embed.ts';
import { openEndpoint } from '../platform/models/endpoint.ts';
import type { EndpointDependencies } from '../platform/models/endpoint.ts';
import { rerank } from '../platform/models/rerank.ts';
import { openSecrets } from '../platform/secrets.ts';
import { fail, ok, warn } from './report.ts';
import type { Finding, Report } from './report.ts';

/** A model may have to be loaded first. */
const TIMEOUT_MS = 30_000;

const NONE = 'set MODEL_<NAME>_URL and MODEL_<NAME>_ID, see docs/models.md; npm start brings an embedding model.';

/** Also names what is missing for want of an embedding model. A language model is optional. */
export async function checkModels(report: Report, config: Config): Promise<void> {
  const { models, secrets, network } = config;
  if (models.roles.embed === null) {
    await report.check('embedding model', NONE, () => warn('none is configured', NONE));
  }
  const dependencies = { secrets: openSecrets(secrets), network };
  for (const model of Object.values(models.named)) {
    const fix = `check MODEL_${model.name.toUpperCase()}_URL, and that the endpoint is started.`;
    await report.check(
      `model ${model.name}`,
      fix,
      (signal) => checkModel(model, dependencies, signal).catch((error: unknown) => findingOf(model, error, fix)),
      TIMEOUT_MS,
    );
  }
}

async function checkModel(
  model: ModelConfig,
  dependencies: EndpointDependencies,
  signal: AbortSignal,
): Promise<Finding> {
  const endpoint = openEndpoint(model, dependencies);
  const began = performance.now();
  const took = (): string => `${model.id}, ${Math.round(performance.now() - began)} ms`;
  switch (model.kind) {
    case 'chat': {
      const messages = [{ role: 'user', content: 'Answer with the word ok.' }] as const;
      const { tokens } = await complete(endpoint, { messages, maxTokens: 16 }, { signal });
      return ok(`${took()}, ${tokens.input} + ${tokens.output} tokens`);
    }
    case 'embedding':
      await embed(endpoint, ['npm run doctor'], 'query', { tenantId: 'doctor', signal });
      return ok(`${took()}, ${model.dimensions} dimensions`);
    case 'rerank':
      await rerank(endpoint, 'npm run doctor', ['npm run doctor'], signal);
      return ok(took());
  }
}

/** The error with its reason, since its message says neither. */
function findingOf(model: ModelConfig, error: unknown, fix: string): Finding {
  if (!(error instanceof ServiceError)) throw error;
  const { reason, status } = error.details;
  const about = [reason, status].filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
  const text = `${error.message} (${about || error.code})`;
  if (error.code === 'model_rate_limited') return warn(text, 'run it again later; jobs wait by themselves.');
  return fail(text, error.code === 'model_refused' ? fixOfRefusal(model, error.details) : fix);
}

/** An endpoint that refuses the call was reached: what is wrong is a setting. */
function fixOfRefusal({ name, id, kind }: ModelConfig, { reason, dimensions }: ServiceError['details']): string {
  const setting = `MODEL_${name.toUpperCase()}`;
  switch (reason) {
    case 'credential':
      return `give the key as SECRET_${setting}_KEY, or as the file model_${name}_key in SECRETS_DIR.`;
    case 'dimensions':
      return `set ${setting}_DIMENSIONS to ${String(dimensions)}, the length of the vectors, or correct ${setting}_ID.`;
    case 'address':
      return `add its host to NETWORK_ALLOW, or correct ${setting}_URL.`;
    case 'quota':
      return 'renew the account at the endpoint.';
    default:
      return `check that ${setting}_URL has a model ${id} (${setting}_ID) of the kind ${kind} (${setting}_KIND).`;
  }
}
