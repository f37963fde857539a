/** Samples the memory of a process. */
import { readFileSync } from 'node:fs';
import { mean } from '../../engines/statistics/bootstrap.ts';

export interface MemoryWatch {
  readonly idleMb: number;
  peakMb(): number;
  /** Growth in MB per minute over the second half of the samples (least squares). */
  slopeMbPerMinute(): number;
  stop(): void;
}

const EVERY_MS = 100;

/** Resident memory of a Linux process, sampled ten times per second. */
export function watchMemory(pid: number): MemoryWatch {
  const read = (): number => {
    const kilobytes = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return (Number(kilobytes) * 1024) / 1e6;
  };
  const idleMb = read();
  const samples = [idleMb];
  const timer = setInterval(() => samples.push(read()), EVERY_MS);
  return {
    idleMb,
    peakMb: () => Math.max(...samples),
    slopeMbPerMinute: () => slope(samples.slice(Math.floor(samples.length / 2))) * (60_000 / EVERY_MS),
    stop: () => clearInterval(timer),
  };
}

function slope(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const average = mean(values);
  const rise = values.reduce((sum, value, index) => sum + (index - middle) * (value - average), 0);
  return rise / values.reduce((sum, _value, index) => sum + (index - middle) ** 2, 0);
}
