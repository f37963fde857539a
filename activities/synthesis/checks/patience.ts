/** When a check goes on without its model. */
import type { ModelCaller } from '../../../domain/models/callers.ts';
import type { SkipReason } from '../../../engines/synthesis/checks/index.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { Step } from '../../step/step.ts';

/** On whose behalf a check asks its model. */
export interface Asker {
  readonly step: Step;
  readonly caller: ModelCaller;
  /** The job has gone on without the model before. */
  readonly wasAway: boolean;
}

/** Attempts of a step in which a model may be away: some eight minutes. */
const PATIENCE = 20;

/**
 * Why a check is skipped for all items after a failed call; `null`: the step fails and tries again. A model that
 * refuses every call, for its key for example, is not asked again.
 */
export function skipAfter(error: unknown, { step, wasAway }: Asker): SkipReason | null {
  if (!(error instanceof ServiceError)) return null;
  switch (error.code) {
    case 'model_not_configured':
    case 'model_refused':
      return error.code;
    case 'model_unavailable':
      return wasAway || step.attempt >= PATIENCE ? error.code : null;
    default:
      return null;
  }
}
