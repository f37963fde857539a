/** Milliseconds from 1601, the Windows epoch, to 1970. */
const EPOCH_MS = 11_644_473_600_000;

/** A Windows FILETIME (100 ns units) at an offset as RFC 3339; `null` for 0 and out-of-range times. */
export function readFileTime(bytes: Buffer, at: number): string | null {
  const ticks = bytes.readBigUInt64LE(at);
  const date = new Date(Number(ticks / 10_000n) - EPOCH_MS);
  return ticks === 0n || Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9999 ? null : date.toISOString();
}
