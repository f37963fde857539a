/** When a step of a batch ends early, so that another one goes on. */
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import { fairnessKey } from '../../domain/jobs/priority.ts';
import type { FairTurns } from '../../platform/fair-turns.ts';
import type { Step } from '../step/step.ts';

export interface PartDependencies {
  readonly knowledgeTurns: FairTurns;
}

/** How long a step works, so that no step of a large batch takes as long as it may. */
const PART_MS = 60_000;

/** From now on: whether the time of the step is up, or another tenant needs its place. */
export function untilPartEnds(
  { knowledgeTurns }: PartDependencies,
  { tenant_id }: JobEnvelope,
  step: Pick<Step, 'isInTheWay'>,
): () => boolean {
  const began = Date.now();
  return () => Date.now() - began >= PART_MS || step.isInTheWay() || knowledgeTurns.isWanted(fairnessKey(tenant_id));
}
