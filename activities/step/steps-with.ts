import type { JobInput, StepContext, StepResult } from '../../domain/jobs/model.ts';
import { runStep } from './run-step.ts';
import type { Step } from './step.ts';
import type { WaitingRooms } from './waiting-room.ts';

/** Makes the activities of a domain of its steps: each runs by {@link runStep} with these dependencies. */
export function stepsWith<D extends { readonly rooms: WaitingRooms }>(dependencies: D) {
  return <I extends Pick<JobInput, 'envelope'>, T>(work: (dependencies: D, input: I, step: Step) => Promise<T>) =>
    (input: I, context: StepContext): Promise<StepResult<T>> =>
      runStep(dependencies.rooms, { input, context }, (step) => work(dependencies, input, step));
}
