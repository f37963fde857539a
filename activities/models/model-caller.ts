import type { ModelCaller } from '../../domain/models/callers.ts';
import type { Step } from '../step/step.ts';

/** A step as a caller of models: its cancellation ends the calls, and its usage has what they take. */
export function modelCaller({ signal, spend }: Step, tenantId: string): ModelCaller {
  return { tenantId, signal, spend };
}
