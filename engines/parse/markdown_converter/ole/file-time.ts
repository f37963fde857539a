/** Milliseconds from 1601, where Windows begins to count, to 1970. */
const EPOCH_MS = 11_644_473_600_000;

/** Windows' count of 100 ns at an offset as RFC 3339; `null` for 0 and times outside the calendar. */
export function readFileTime(bytes: Buffer, at: number): string | null {
  const ticks = bytes.readBigUInt64LE(at);
  const date = new Date(Number(ticks / 10_000n) - EPOCH_MS);
  return ticks === 0n || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date.toISOString();
}
