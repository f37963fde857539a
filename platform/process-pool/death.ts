import { ServiceError } from '../../errors/index.ts';

/**
 * Whether a process of a pool ended of its request: it ran out of processor time (`too_complex`) or memory
 * (`too_large`), or failed in another way (`corrupt`). Only for pools whose work rejects with none of these codes
 * itself.
 */
export const isDeath = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && ['corrupt', 'too_large', 'too_complex'].includes(error.code);
