import type { Database } from '../../platform/database/client.ts';
import { ServiceError } from '../../platform/errors.ts';
import { chooseEngines } from './choose-engines.ts';
import type { RoutedSource, SourceInput } from './types.ts';

/**
 * Looks a stored object up and chooses the engines for it. `null` for a web address: its type is known only once it was
 * fetched. An object that is unknown or of another tenant is `not_found`.
 */
export async function inspectSource(database: Database, input: SourceInput): Promise<RoutedSource | null> {
  const { locator } = input.request;
  if (locator.kind === 'url') return null;

  const object = await database.db.storageObject.findFirst({
    where: { id: locator.object_id, tenantId: input.envelope.tenant_id },
    include: { versions: { orderBy: { version: 'desc' }, take: 1 } },
  });
  const version = object?.versions[0];
  if (!object || !version) throw new ServiceError('not_found', `There is no object ${locator.object_id}.`);

  const source = {
    key: version.key,
    media_type: version.mediaType,
    charset: null,
    filename: object.filename,
    final_url: null,
    fetched_at: null,
    bytes: Number(version.sizeBytes),
    sha256: version.sha256,
  };
  if (source.bytes === 0) throw new ServiceError('empty', 'The object has no bytes.');
  return { source, ...chooseEngines(input.request, { kind: 'object', media_type: source.media_type }) };
}
