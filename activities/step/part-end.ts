/** When a step of a batch ends early, so that another one goes on. */
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import { fairnessKey } from '../../domain/jobs/priority.ts';
import type { FairTurns } from '../../platform/fair-turns.ts';
import type { Step } from './step.ts';

/** How long a step works, so that no step of a large batch takes as long as it may. */
const PART_MS = 60_000;

/** Of the timeout of a step that works until then. */
const SHARE_OF_TIMEOUT = 0.5;

/**
 * From now on: whether a step ends so that another one goes on with what is left, because half of its timeout is over
 * or another tenant needs its place.
 */
export function untilHalfTime({ limits }: JobEnvelope, step: Pick<Step, 'isInTheWay'>): () => boolean {
  const end = Date.now() + SHARE_OF_TIMEOUT * limits.step_timeout_ms;
  return () => Date.now() > end || step.isInTheWay();
}

/** From now on: whether the time of the step is up, or another tenant needs its place, or its turn among `turns`. */
export function untilPartEnds(
  turns: FairTurns,
  { tenant_id }: JobEnvelope,
  step: Pick<Step, 'isInTheWay'>,
): () => boolean {
  const began = Date.now();
  return () => Date.now() - began >= PART_MS || step.isInTheWay() || turns.isWanted(fairnessKey(tenant_id));
}
