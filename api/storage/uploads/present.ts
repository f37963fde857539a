import type { UploadSession } from '../../../domain/storage/sessions.ts';
import type { Services } from '../../services.ts';
import { partCount, partSize } from './parts.ts';
import type { PartPlan } from './parts.ts';
import type { StorageUploadSession } from './schemas.ts';
import { partPlan, uploadState } from './session.ts';

/** Limits the damage of a leaked URL. New URLs are available while the session is open. */
const URL_LIFETIME_MS = 3_600_000;

export interface PartPage {
  readonly firstPart: number;
  readonly limit: number;
}

export const FIRST_PAGE: PartPage = { firstPart: 1, limit: 100 };

type Addresses = Pick<
  StorageUploadSession,
  'url' | 'headers' | 'received_part_count' | 'parts' | 'next_part_number' | 'urls_expire_at'
>;

const NO_ADDRESSES: Addresses = {
  url: null,
  headers: {},
  received_part_count: null,
  parts: [],
  next_part_number: null,
  urls_expire_at: null,
};

/** A session as the API shows it; while it is open, with addresses for its bytes and the parts that have arrived. */
export async function presentUpload(
  services: Services,
  row: UploadSession,
  page: PartPage = FIRST_PAGE,
): Promise<StorageUploadSession> {
  const plan = partPlan(row);
  const state = uploadState(row);
  return {
    upload_id: row.id,
    state,
    method: row.method,
    object_id: row.objectId,
    version: row.version,
    filename: row.filename,
    content_type: row.declaredType,
    size_bytes: row.sizeBytes === null ? null : Number(row.sizeBytes),
    part_size_bytes: plan && plan.partBytes,
    part_count: plan && partCount(plan),
    error: row.error,
    created_at: row.createdAt.toISOString(),
    expires_at: row.expiresAt.toISOString(),
    ...(state === 'open' ? await addresses(services, row, plan, page) : NO_ADDRESSES),
  };
}

async function addresses(
  { objects }: Services,
  { key, multipartId, declaredType, sizeBytes, expiresAt }: UploadSession,
  plan: PartPlan | null,
  { firstPart, limit }: PartPage,
): Promise<Addresses> {
  const now = Date.now();
  const lifetime = Math.min(URL_LIFETIME_MS, expiresAt.getTime() - now);
  const ttlSeconds = Math.max(1, Math.floor(lifetime / 1000));
  const urls_expire_at = new Date(now + ttlSeconds * 1000).toISOString();
  if (plan === null || multipartId === null) {
    const bytes = sizeBytes === null ? null : Number(sizeBytes);
    const url = await objects.signPut(key, { ttlSeconds, contentType: declaredType, bytes });
    return { ...NO_ADDRESSES, url, headers: { 'Content-Type': declaredType }, urls_expire_at };
  }
  const received = new Map(
    (await objects.listParts(key, multipartId))
      ?.filter(({ partNumber, bytes }) => bytes === partSize(plan, partNumber))
      .map((part) => [part.partNumber, part.etag]),
  );
  const last = Math.min(partCount(plan), firstPart + limit - 1);
  const parts: StorageUploadSession['parts'] = [];
  // One after the other: signing is work for this processor alone, and a thousand at once would all be in memory.
  for (let number = firstPart; number <= last; number++) {
    const bytes = partSize(plan, number);
    const url = await objects.signPart(key, multipartId, { partNumber: number, bytes, ttlSeconds });
    parts.push({ part_number: number, size_bytes: bytes, url, etag: received.get(number) ?? null });
  }
  return {
    ...NO_ADDRESSES,
    received_part_count: received.size,
    parts,
    next_part_number: last < partCount(plan) ? last + 1 : null,
    urls_expire_at,
  };
}
