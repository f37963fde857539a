/** Idempotency keys: a request that is repeated with its key finds the jobs of the first one. */
import { createHash } from 'node:crypto';
import { derivedId, newId } from '../../../domain/ids.ts';
import { canonicalJson } from '../../../platform/canonical-json.ts';
import { ValidationError } from '../../contract/validation.ts';
import type { Submission } from './submission.ts';

/** A new ID without an idempotency key; with one, the same ID for the same source of the same request. */
export function jobIdOf({ route, identity, idempotencyKey }: Submission, index: number): string {
  return idempotencyKey === undefined
    ? newId('job')
    : derivedId('job', [identity.tenantId, route, idempotencyKey, index]);
}

/** Of the body, whatever the order of its members; `null` without a key. */
export function fingerprintOf({ idempotencyKey, body }: Submission): string | null {
  if (idempotencyKey === undefined) return null;
  return createHash('sha256').update(canonicalJson(body)).digest('hex');
}

/** Throws a {@link ValidationError} when the key was used with another body. */
export function assertSameRequest(fingerprint: string, earlier: string | null): void {
  if (earlier === fingerprint) return;
  const msg = 'This key was used with a different request. Use a new key, or repeat the request unchanged.';
  throw new ValidationError([{ loc: ['header', 'Idempotency-Key'], msg, type: 'idempotency_conflict' }]);
}
