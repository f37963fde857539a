/** Records metrics and one log line for every step. platform/temporal/tracing.ts creates its span. */
import { ApplicationFailure, ApplicationFailureCategory, CancelledFailure } from '@temporalio/common';
import type { Context } from '@temporalio/activity';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { countAttempts } from '../../domain/jobs/attempts.ts';
import type { WorkerMetrics } from '../metrics.ts';
import { isStopping } from '../step/failures.ts';

export function observeSteps({ stepSeconds, stepsRunning }: WorkerMetrics): ActivityInterceptorsFactory {
  return (context) => ({
    inbound: {
      async execute(input, next) {
        const { info, log } = context;
        const step = info.activityType;
        const attempt = countAttempts(info.attempt, info.heartbeatDetails).shown;
        const stopClock = stepSeconds.startTimer({ step });
        stepsRunning.inc({ step });
        let outcome = 'completed';
        let code: string | undefined;
        try {
          return await next(input);
        } catch (error) {
          outcome = outcomeOf(context, error);
          code = error instanceof ApplicationFailure ? (error.type ?? undefined) : undefined;
          throw error;
        } finally {
          stepsRunning.dec({ step });
          const seconds = stopClock({ outcome });
          log.info('step', { attempt, outcome, ...(code !== undefined && { code }), ms: Math.round(seconds * 1000) });
        }
      },
    },
  });
}

/** Steps that are handed back at shutdown, or that step back because they only waited, have not failed. */
function outcomeOf(context: Context, error: unknown): 'cancelled' | 'failed' | 'handed_back' | 'stepped_back' {
  if (error instanceof CancelledFailure) return 'cancelled';
  const isBenign = error instanceof ApplicationFailure && error.category === ApplicationFailureCategory.BENIGN;
  if (!isBenign) return 'failed';
  return isStopping(context) ? 'handed_back' : 'stepped_back';
}
