/** The steps of a synthesis. */
import type { WaitingRooms } from '../step/step.ts';
import { stepsWith } from '../step/steps-with.ts';
import { makeItems } from './make-items.ts';
import type { MakeDependencies } from './make-items.ts';
import { writeOutputs } from './write-outputs.ts';

export type SynthesisDependencies = MakeDependencies & { readonly rooms: WaitingRooms };

/** Run by the workers of the task queue `synthesis`. */
export type SynthesisActivities = ReturnType<typeof createSynthesisActivities>;
export function createSynthesisActivities(dependencies: SynthesisDependencies) {
  const step = stepsWith(dependencies);
  return { makeItems: step(makeItems), writeOutputs: step(writeOutputs) };
}
