/** When a check goes on without its model. */
import type { SkipReason } from '../../../engines/synthesis/checks/scores.ts';
import { ServiceError } from '../../../errors/index.ts';

/** Attempts of a step in which a model may be away: some eight minutes. */
const PATIENCE = 20;

/**
 * Why a check is skipped for all items after a failed call; `null`: the step fails and tries again. A model that refuses every call, for
 * its key for example, is not asked again. `wasAway`: the job has waited for it before.
 */
export function skipAfter(
  error: unknown,
  { attempt, wasAway }: { readonly attempt: number; readonly wasAway: boolean },
): SkipReason | null {
  if (!(error instanceof ServiceError)) return null;
  switch (error.code) {
    case 'model_not_configured':
    case 'model_refused':
      return error.code;
    case 'model_unavailable':
      return wasAway || attempt >= PATIENCE ? error.code : null;
    default:
      return null;
  }
}
