/** The steps of a tally. */
import type { StepContext } from '../../domain/jobs/model.ts';
import { runStep } from '../step/step.ts';
import type { WaitingRooms } from '../step/step.ts';
import { countText } from './count-text.ts';
import type { CountTextDependencies, CountTextInput } from './count-text.ts';

export interface TallyDependencies extends CountTextDependencies {
  readonly rooms: WaitingRooms;
}

export type TallyActivities = ReturnType<typeof createTallyActivities>;
export function createTallyActivities(dependencies: TallyDependencies) {
  return {
    countText: (input: CountTextInput, context: StepContext) =>
      runStep(dependencies.rooms, { input, context }, (step) => countText(dependencies, input, step)),
  };
}
