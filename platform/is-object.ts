/**
 * What JSON calls an object.
 * @deterministic
 */

/** Whether a value is an object: neither `null` nor an array. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
