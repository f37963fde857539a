/** Previously fetched sources: avoids fetching unchanged URLs of a tenant again, and storing identical bytes twice. */
import { objectKey } from '../keys.ts';
import { createHash } from 'node:crypto';
import type { Database } from '../../platform/database/client.ts';
import { json } from '../../platform/database/json.ts';
import type { FetchResult } from '../../platform/network-guard/index.ts';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { decoder } from '../../platform/stored-json.ts';
import { StoredSourceSchema } from './source.ts';
import type { StoredSource } from './source.ts';

export interface FetchedSourcesDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** The last response of a URL to a tenant. */
export interface KnownSource {
  readonly source: StoredSource;
  /** Headers for a conditional request; empty when the response had no validators. */
  readonly validators: Readonly<Record<string, string>>;
  readonly fetchedAt: Date;
}

/** A source to keep, without the members that are derived from its bytes. */
export type NewSource = Omit<StoredSource, 'key' | 'bytes' | 'sha256'>;

const sourceOf: (stored: unknown) => StoredSource = decoder('The source of an address', StoredSourceSchema);

/** The URL's last response to the tenant; `null` when none is stored. */
export async function findKnown({ db }: Database, tenantId: string, url: string): Promise<KnownSource | null> {
  const row = await db.fetchedSource.findUnique({
    where: { tenantId_urlSha256: { tenantId, urlSha256: sha256(url) } },
  });
  if (row === null) return null;
  return {
    source: sourceOf(row.source),
    validators: {
      ...(row.etag !== null && { 'if-none-match': row.etag }),
      ...(row.lastModified !== null && { 'if-modified-since': row.lastModified }),
    },
    fetchedAt: row.fetchedAt,
  };
}

/**
 * Uses a known response for a job. `confirmed`: the URL has just confirmed it as unchanged. `null` when the sweep has
 * removed its bytes in the meantime.
 */
export async function takeKnown(
  { db }: Database,
  tenantId: string,
  url: string,
  { source }: KnownSource,
  confirmed: Date | null,
): Promise<StoredSource | null> {
  const { count } = await db.fetchedContent.updateMany({ where: { key: source.key }, data: { usedAt: new Date() } });
  if (count === 0) return null;
  if (confirmed === null) return source;
  const taken = { ...source, fetched_at: confirmed.toISOString() };
  await db.fetchedSource.updateMany({
    where: { tenantId, urlSha256: sha256(url), contentKey: source.key },
    data: { source: json(taken), fetchedAt: confirmed },
  });
  return taken;
}

/**
 * Stores new bytes, or reuses identical bytes of the tenant. The response is remembered under its URL unless it forbids
 * that (`Cache-Control: no-store`), or `url` is `null`, because it is an answer to one request alone.
 */
export async function keepFetched(
  { database, objects }: FetchedSourcesDependencies,
  tenantId: string,
  url: string | null,
  jobId: string,
  { body, source, headers }: { body: Uint8Array; source: NewSource; headers: FetchResult['headers'] },
): Promise<StoredSource> {
  const digest = sha256(body);
  const wanted = objectKey('sources/', jobId, digest);
  const key = await keepContent({ database, objects }, tenantId, wanted, digest, body, source);
  const stored = { ...source, key, bytes: body.byteLength, sha256: digest };
  if (url === null) return stored;
  const where = { tenantId, urlSha256: sha256(url) };
  if (/\bno-store\b/i.test(headers['cache-control'] ?? '')) {
    await database.db.fetchedSource.deleteMany({ where });
    return stored;
  }
  const row = {
    contentKey: key,
    etag: headers['etag'] ?? null,
    lastModified: headers['last-modified'] ?? null,
    source: json(stored),
    fetchedAt: new Date(source.fetched_at ?? Date.now()),
  };
  await database.db.fetchedSource.upsert({
    where: { tenantId_urlSha256: where },
    create: { ...where, ...row },
    update: row,
  });
  return stored;
}

/** The key of fetched bytes by their digest; `null` when the tenant has none any more. */
export async function keyOfFetched({ db }: Database, tenantId: string, digest: string): Promise<string | null> {
  const row = await db.fetchedContent.findUnique({ where: { tenantId_sha256: { tenantId, sha256: digest } } });
  return row?.key ?? null;
}

/** Keys of bytes that no job has taken since a time, at most `limit`. */
export async function unusedContents({ db }: Database, since: Date, limit: number): Promise<readonly string[]> {
  const rows = await db.fetchedContent.findMany({ where: unusedSince(since), take: limit, select: { key: true } });
  return rows.map(({ key }) => key);
}

/**
 * Forgets bytes that no job has taken since a time. Whether it did: a job may take them at this very moment, and the
 * row decides.
 */
export async function forgetUnused({ db }: Database, key: string, since: Date): Promise<boolean> {
  return (await db.fetchedContent.deleteMany({ where: { key, ...unusedSince(since) } })).count > 0;
}

function unusedSince(since: Date) {
  return { usedAt: { lte: since } };
}

/** Returns the key of the bytes. Rows are authoritative: bytes without a row are orphans, which the sweep removes. */
async function keepContent(
  { database: { db }, objects }: FetchedSourcesDependencies,
  tenantId: string,
  key: string,
  digest: string,
  body: Uint8Array,
  { media_type }: NewSource,
): Promise<string> {
  const same = { tenantId, sha256: digest };
  const data = { usedAt: new Date() };
  const known = await db.fetchedContent.updateManyAndReturn({ where: same, data, select: { key: true } });
  if (known[0]) return known[0].key;
  await objects.put(key, body, media_type);
  const create = { ...same, ...data, key };
  const kept = await db.fetchedContent.upsert({ where: { tenantId_sha256: same }, create, update: data });
  // Another job stored the same bytes first.
  if (kept.key !== key) await objects.remove(key);
  return kept.key;
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
