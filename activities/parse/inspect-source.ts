import type { Probes } from '../../engines/availability.ts';
import type { Database } from '../../platform/database/client.ts';
import { parseContentType } from '../../platform/media-type/content-type.ts';
import { guardedBy } from '../../domain/access/policy.ts';
import { currentVersion, findObject } from '../../domain/storage/objects.ts';
import { ServiceError } from '../../errors/index.ts';
import { chooseEngines } from './choose-engines.ts';
import type { RoutedSource, SourceInput } from './types.ts';

export interface InspectSourceDependencies {
  readonly database: Database;
  readonly probes: Probes;
}

/**
 * Looks up a stored object and chooses the engines for it. Returns `null` for a web address, whose type is known only
 * after it was fetched. Throws `not_found` for an object that does not exist or belongs to another tenant, and
 * `access_denied` if its policy denies the submitter.
 */
export async function inspectSource(
  { database, probes }: InspectSourceDependencies,
  input: SourceInput,
): Promise<RoutedSource | null> {
  const { locator } = input.request;
  if (locator.kind === 'url') return null;

  const { tenant_id, subject, roles, purpose } = input.envelope;
  const object = await findObject({ database }, { tenantId: tenant_id, subject, roles, purpose }, locator.object_id);
  const version = currentVersion(object);

  const source = {
    key: version.key,
    media_type: version.mediaType,
    charset: parseContentType(version.declaredType)?.charset ?? null,
    final_url: null,
    fetched_at: null,
    bytes: Number(version.sizeBytes),
    sha256: version.sha256,
    object: { id: object.id, access_policy: guardedBy(object).accessPolicy },
    warnings: [],
  };
  if (source.bytes === 0) throw new ServiceError('empty', 'The object has no bytes.');
  const kind = { kind: 'object', media_type: source.media_type } as const;
  return { source, ...(await chooseEngines(probes, input.request, kind)) };
}
