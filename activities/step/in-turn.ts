/** Work of a step that takes a turn at what the steps of a worker share. */
import { fairnessKey } from '../../domain/jobs/priority.ts';
import type { JobEnvelope } from '../../domain/jobs/model.ts';
import type { Resource } from '../../domain/manifests/index.ts';
import type { FairTurns } from '../../platform/fair-turns.ts';
import type { Step } from './step.ts';

/** Does the work when it is the tenant's turn. Until then the job shows that it waits for the resource. */
export function inFairTurn<T>(
  turns: FairTurns,
  resource: Resource,
  { tenant_id }: JobEnvelope,
  step: Step,
  work: () => Promise<T>,
): Promise<T> {
  return step.inTurn(
    () => ({ for: resource, queued: turns.waiting }),
    ({ signal, onTaken }) => {
      const either = AbortSignal.any([step.signal, signal]);
      return turns.run(
        fairnessKey(tenant_id),
        { signal: either, isUnderWay: false, priorityKey: step.priorityKey },
        async () => {
          onTaken();
          return work();
        },
      );
    },
  );
}
