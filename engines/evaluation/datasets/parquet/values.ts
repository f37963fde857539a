/** Values of Parquet as values of JSON. */
import { MAX_DEPTH } from '../row.ts';

/** Why a value cannot be one of JSON. */
export class ValueFault extends Error {
  readonly reason: 'binary' | 'value' | 'encoding' | 'json';

  constructor(reason: ValueFault['reason'], what: string) {
    super(what);
    this.reason = reason;
  }
}

/**
 * Integers beyond 2^53 become text, dates and times ISO 8601, and NaN and infinities `null`. Throws a {@link
 * ValueFault}, also one that stands for a value. What is nested too deeply stays as it is.
 */
export function jsonOf(value: unknown, depth = 0): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value ?? null;
  if (value instanceof ValueFault) throw value;
  if (value instanceof Date) {
    if (Number.isNaN(value.getTime()))
      throw new ValueFault('value', 'The date is out of range. Correct it, or write it as text.');
    return value.toISOString();
  }
  if (value instanceof Uint8Array)
    throw new ValueFault(
      'binary',
      'The value is bytes, which are no value of JSON. Write text, or leave the column out.',
    );
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((item) => jsonOf(item, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, jsonOf(inner, depth + 1)]));
}
