/** The steps of a tally. */
import type { WaitingRooms } from '../step/waiting-room.ts';
import { stepsWith } from '../step/steps-with.ts';
import { countText } from './count-text.ts';
import type { CountTextDependencies } from './count-text.ts';

export interface TallyDependencies extends CountTextDependencies {
  readonly rooms: WaitingRooms;
}

export type TallyActivities = ReturnType<typeof createTallyActivities>;
export function createTallyActivities(dependencies: TallyDependencies) {
  const stepOf = stepsWith(dependencies);
  return { countText: stepOf(countText) };
}
