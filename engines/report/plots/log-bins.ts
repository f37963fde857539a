/** How often values occur, in bins of equal ratio: durations from milliseconds to minutes in one plot. */

/** The count of each bin that has any, by its index: bin 0 begins at 1. */
export type LogBins = ReadonlyMap<number, number>;

const BINS_PER_DECADE = 20;
/** Values below belong to the first bin. */
const LEAST = 0.01;

/** Where a bin begins. */
export const startOf = (bin: number): number => 10 ** (bin / BINS_PER_DECADE);

export function logBins(values: Iterable<readonly [value: number, count: number]>): LogBins {
  const bins = new Map<number, number>();
  for (const [value, count] of values) {
    const bin = Math.floor(BINS_PER_DECADE * Math.log10(Math.max(value, LEAST)) + 1e-9);
    bins.set(bin, (bins.get(bin) ?? 0) + count);
  }
  return bins;
}
