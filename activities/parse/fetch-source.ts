import { createHash } from 'node:crypto';
import type { Config } from '../../platform/config.ts';
import { ServiceError } from '../../platform/errors.ts';
import { sniffMediaType } from '../../platform/media-type.ts';
import type { GuardedFetch } from '../../platform/network-guard/index.ts';
import type { ObjectStore } from '../../platform/objects.ts';
import type { Step } from '../step.ts';
import { chooseEngines } from './choose-engines.ts';
import { filenameOfUrl } from './filename.ts';
import type { RoutedSource, SourceInput } from './types.ts';

export interface FetchSourceDependencies {
  readonly config: Config;
  readonly objects: ObjectStore;
  readonly fetch: GuardedFetch;
}

/** Fetches a web address into the object store, once a job, and chooses the engines by what came. */
export async function fetchSource(
  { config, objects, fetch }: FetchSourceDependencies,
  { request }: SourceInput,
  step: Step,
): Promise<RoutedSource> {
  if (request.locator.kind !== 'url') throw new ServiceError('internal', 'Only web addresses are fetched.');
  const response = await fetch(request.locator.url, { maxBytes: config.parse.maxSourceBytes, signal: step.signal });
  if (response.body.byteLength === 0) throw new ServiceError('empty', 'The address answered without a body.');

  const filename = filenameOfUrl(response.finalUrl);
  const key = `jobs/${step.jobId}/source`;
  const source = {
    key,
    media_type: sniffMediaType(response.body, { filename, declared: response.contentType?.mediaType ?? null }),
    charset: response.contentType?.charset ?? null,
    final_url: response.finalUrl,
    fetched_at: new Date().toISOString(),
    bytes: response.body.byteLength,
    sha256: createHash('sha256').update(response.body).digest('hex'),
    object: null,
  };
  await objects.put(key, response.body, source.media_type);
  return { source, ...chooseEngines(request, { kind: 'url', media_type: source.media_type }) };
}
