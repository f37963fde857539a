import { fairnessKey } from '../../../domain/jobs/priority.ts';
import type { JobEnvelope } from '../../../domain/jobs/model.ts';
import type { Step } from '../../step/step.ts';
import type { TextCaller } from './pool.ts';

/** A step as a caller of the text processes. */
export function textCaller({ tenant_id, limits }: JobEnvelope, { signal }: Step): TextCaller {
  return { key: fairnessKey(tenant_id), signal, timeoutMs: limits.step_timeout_ms };
}
