/** Reuses what an engine has made of the same source in an earlier job. */
import { createHash } from 'node:crypto';
import type { EngineEntry } from '../../../engines/parse/catalog.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import { findCached } from '../../../domain/parse/documents.ts';
import type { DocumentContent } from '../../../domain/parse/documents.ts';
import type { Converter } from './converter-of.ts';
import { copyContent } from '../keep/keep-document.ts';
import type { ConvertInput } from '../types.ts';

/**
 * A digest of everything that determines an engine's output for a source, and who may read it: tenant, policy (for
 * private sources also the person), bytes, engine and version, who runs the engine, and options. Documents with equal
 * keys are interchangeable.
 */
export function cacheKey(
  { envelope, source, options }: ConvertInput,
  { engine_id, version, is_paid }: EngineEntry,
  by: { readonly where: Converter['where']; readonly tier: string },
): string {
  const policy = source.object?.access_policy ?? DEFAULT_ACCESS_POLICY;
  // Formats are made of the document, whichever job has parsed it.
  const { cache: _cache, formats: _formats, cloud, ...common } = options;
  const parts = {
    tenant: envelope.tenant_id,
    policy,
    reader: policy.access_level === 'private' ? envelope.subject : null,
    sha256: source.sha256,
    media_type: source.media_type,
    charset: source.charset,
    // Relative links are resolved against this address.
    url: source.final_url,
    engine: [engine_id, version, by.where],
    options: { ...common, cloud: is_paid ? { ...cloud, tier: cloud.tier ?? by.tier } : null },
  };
  return createHash('sha256').update(canonicalJson(parts)).digest('hex');
}

/**
 * Copies the content of the latest document with this key from another job. Returns `null` when there is none. Jobs
 * that run at the same time each convert the source: none waits for another.
 */
export async function takeCached(
  { database, objects }: { readonly database: Database; readonly objects: ObjectStore },
  cacheKey: string,
  jobId: string,
): Promise<DocumentContent | null> {
  const row = await findCached(database, cacheKey, jobId);
  if (row === null) return null;
  try {
    return await copyContent(objects, jobId, { jobId: row.jobId, content: row.metadata });
  } catch (error) {
    // The sweep is removing the other job.
    if (error instanceof ServiceError && error.code === 'not_found') return null;
    throw error;
  }
}
