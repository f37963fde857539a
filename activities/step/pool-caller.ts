import type { JobEnvelope } from '../../domain/jobs/model.ts';
import { fairnessKey } from '../../domain/jobs/priority.ts';
import type { PoolCaller } from '../../platform/process-pool/index.ts';
import type { Step } from './step.ts';

/** A step as a caller of process pools: its tenant takes turns with others, and its cancellation ends the work. */
export function poolCaller({ tenant_id, limits }: JobEnvelope, { signal }: Pick<Step, 'signal'>): PoolCaller {
  return { key: fairnessKey(tenant_id), signal, timeoutMs: limits.step_timeout_ms };
}
