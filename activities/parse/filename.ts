import type { Database } from '../../platform/database/client.ts';
import type { StoredSource } from '../../domain/parse/source.ts';
import { filenameOfObject } from '../../domain/storage/objects.ts';

/** Last segment of the path; `null` for an address that ends with a slash. */
export function filenameOfUrl(url: string): string | null {
  return new URL(url).pathname.split('/').at(-1) || null;
}

/**
 * The filename of a source. It is looked up when needed: names can be as confidential as text, so payloads do not carry
 * them.
 */
export async function filenameOf(database: Database, { object, final_url }: StoredSource): Promise<string | null> {
  if (final_url !== null) return filenameOfUrl(final_url);
  return object && filenameOfObject(database, object.id);
}
