import type { Database } from '../../platform/database/client.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { findArchiveFile } from '../../domain/parse/archive-files.ts';
import type { StoredSource } from '../../domain/parse/source.ts';
import { filenameOfObject } from '../../domain/storage/objects.ts';

/** Last segment of the path; `null` for an address that ends with a slash. */
export function filenameOfUrl(url: string): string | null {
  return new URL(url).pathname.split('/').at(-1) || null;
}

/** What a source is called. */
export interface SourceNames {
  readonly filename: string | null;
  /** Of a file of an archive: where it is in it. */
  readonly path: string | null;
}

/**
 * They are looked up when needed: names can be as confidential as text, so payloads do not carry them.
 */
export async function namesOf(
  { database, objects }: { readonly database: Database; readonly objects: Pick<ObjectStore, 'getBytes'> },
  { object, final_url, archive_file }: StoredSource,
): Promise<SourceNames> {
  if (archive_file !== undefined) {
    const { path } = (await findArchiveFile(objects, archive_file)).file;
    return { filename: path.split('/').at(-1) || null, path };
  }
  if (final_url !== null) return { filename: filenameOfUrl(final_url), path: null };
  return { filename: object && (await filenameOfObject(database, object.id)), path: null };
}
