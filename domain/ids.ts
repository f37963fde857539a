/** Identifiers of the contract: the prefix of a kind and 26 characters of lower-case Crockford base32 (130 bits). */
import { createHash, randomBytes } from 'node:crypto';
import type { IdPrefix } from './manifests/index.ts';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const TIME_CHARACTERS = 10;
const RANDOM_CHARACTERS = 16;

/**
 * A new random identifier. Later identifiers sort later (48 bits of milliseconds, then 80 random bits, as in a ULID).
 */
export function newId(prefix: IdPrefix): string {
  let time = '';
  let rest = Date.now();
  for (let i = 0; i < TIME_CHARACTERS; i++) {
    time = ALPHABET.charAt(rest % 32) + time;
    rest = Math.floor(rest / 32);
  }
  return `${prefix}_${time}${encode(randomBytes(RANDOM_CHARACTERS), RANDOM_CHARACTERS)}`;
}

/** Derives an identifier from its parts: equal parts give the same identifier, different parts a different one. */
export function derivedId(prefix: IdPrefix, parts: readonly (string | number)[]): string {
  const digest = createHash('sha256').update(JSON.stringify(parts)).digest();
  return `${prefix}_${encode(digest, TIME_CHARACTERS + RANDOM_CHARACTERS)}`;
}

/** The ID of the child job that has this key among those of its parent; the same for every run of the parent. */
export function childJobId(parentId: string, key: string): string {
  return derivedId('job', [parentId, key]);
}

/**
 * The ID of the document that a parse job creates, derived from the job so that a repeated step writes the same
 * document.
 */
export function documentIdOfJob(jobId: string): string {
  return jobId.replace(/^job_/, 'doc_');
}

/**
 * Whether a text is an identifier of this kind. Other text identifies nothing and must not reach a database or
 * Temporal.
 */
export function isId(prefix: IdPrefix, text: string): boolean {
  return text.startsWith(`${prefix}_`) && /^[0-9a-hjkmnp-tv-z]{26}$/.test(text.slice(prefix.length + 1));
}

/** First object identifier within a locator or key, or `null`. */
export function findObjectId(text: string): string | null {
  return /(?:^|\/)(obj_[0-9a-hjkmnp-tv-z]{26})(?:\/|$)/.exec(text)?.[1] ?? null;
}

/** Five bits of every byte: uniform for uniform bytes. */
function encode(bytes: Uint8Array, length: number): string {
  let text = '';
  for (let i = 0; i < length; i++) text += ALPHABET.charAt((bytes[i] ?? 0) & 31);
  return text;
}
