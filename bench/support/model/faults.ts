/** How a model breaks some of its calls: the same call in the same way in every run. */
import { createHash } from 'node:crypto';

const FAULTS = ['cut_json', 'empty', 'prose', 'hang_up', 'rate_limit'] as const;
export type Fault = (typeof FAULTS)[number];

/**
 * The fault of a call, `null` for none. `share` of all calls are broken, each kind as often. `time`: how often the same
 * was asked before.
 */
export function faultOf(request: string, time: number, share: number): Fault | null {
  const digest = createHash('sha256').update(`${time} ${request}`).digest();
  if (digest.readUInt32BE(0) / 2 ** 32 >= share) return null;
  return FAULTS[digest.readUInt32BE(4) % FAULTS.length] ?? null;
}

/** What the model says instead of an output. */
export const BROKEN: Readonly<Record<'cut_json' | 'empty' | 'prose', (output: string) => string>> = {
  cut_json: (output) => output.slice(0, output.length / 2),
  empty: () => '',
  prose: (output) => `Of course! Here is the JSON that you asked for:\n\n${output}\n\nI hope that it helps.`,
};
