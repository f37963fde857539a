import { createHash } from 'node:crypto';
import type { EngineEntry } from '../../engines/parse/catalog.ts';
import { canonicalJson } from '../../platform/canonical-json.ts';
import { DEFAULT_ACCESS_POLICY } from '../../domain/access/policy.ts';
import type { Converter } from './converter-of.ts';
import type { ConvertInput } from './types.ts';

/**
 * A digest of everything that determines an engine's output for a source, and who may read it: tenant, policy (for private
 * sources also the person), bytes, engine and version, who runs the engine, and options. Documents with equal keys are
 * interchangeable.
 */
export function cacheKey(
  { envelope, source, options }: ConvertInput,
  { engine_id, version, is_paid }: EngineEntry,
  by: { readonly where: Converter['where']; readonly tier: string },
): string {
  const policy = source.object?.access_policy ?? DEFAULT_ACCESS_POLICY;
  const { cache: _cache, cloud, ...common } = options;
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
