import type { Probes } from '../../engines/availability.ts';
import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { parseContentType } from '../../platform/media-type/content-type.ts';
import { fileKeyOf, findArchiveFile } from '../../domain/parse/archive-files.ts';
import type { ArchiveFileRef } from '../../domain/parse/locator.ts';
import { guardedBy } from '../../domain/access/policy.ts';
import { currentVersion, findObject } from '../../domain/storage/objects.ts';
import { ServiceError } from '../../errors/index.ts';
import { chooseEngines } from './choose-engines.ts';
import type { RoutedSource, SourceInput } from './types.ts';

export interface InspectSourceDependencies {
  readonly database: Database;
  readonly objects: Pick<ObjectStore, 'getBytes'>;
  readonly probes: Probes;
}

/**
 * Looks up a stored object and chooses the engines for it. Returns `null` for a web address, whose type is known only
 * after it was fetched. Throws `not_found` for an object that does not exist or belongs to another tenant, and
 * `access_denied` if its policy denies the submitter.
 */
export async function inspectSource(
  { database, objects, probes }: InspectSourceDependencies,
  input: SourceInput,
): Promise<RoutedSource | null> {
  const { locator } = input.request;
  if (locator.kind === 'url') return null;
  if (locator.kind === 'archive_file') return inspectFile({ objects, probes }, input, locator);

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

/** Throws why the file could not be unpacked. Who may parse the archive may parse its files. */
async function inspectFile(
  { objects, probes }: Pick<InspectSourceDependencies, 'objects' | 'probes'>,
  { request }: SourceInput,
  { job_id, ordinal }: ArchiveFileRef,
): Promise<RoutedSource> {
  const archive_file = { job_id, ordinal };
  const { file, object } = await findArchiveFile(objects, archive_file);
  const { media_type, bytes, sha256, error } = file;
  if (error !== null) throw new ServiceError(error.code, error.message, error.details);
  if (bytes === 0) throw new ServiceError('empty', 'The file has no bytes.');
  const origin = { charset: null, final_url: null, fetched_at: null, object, warnings: [] };
  const source = { key: fileKeyOf(archive_file), media_type, bytes, sha256, ...origin, archive_file };
  return { source, ...(await chooseEngines(probes, request, { kind: 'object', media_type })) };
}
