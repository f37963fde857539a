/** What every step leaves behind: its figures, and one line in the log. Its span is made by platform/temporal/tracing.ts. */
import { ApplicationFailure, ApplicationFailureCategory, CancelledFailure } from '@temporalio/common';
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import type { WorkerMetrics } from './metrics.ts';

export function observeSteps({ stepSeconds, stepsRunning }: WorkerMetrics): ActivityInterceptorsFactory {
  return ({ info, log }) => ({
    inbound: {
      async execute(input, next) {
        const { activityType: step, attempt } = info;
        const stopClock = stepSeconds.startTimer({ step });
        stepsRunning.inc({ step });
        let outcome = 'completed';
        let code: string | undefined;
        try {
          return await next(input);
        } catch (error) {
          outcome = outcomeOf(error);
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

/** A worker that stops hands its steps back: nothing is wrong with them. */
function outcomeOf(error: unknown): 'cancelled' | 'failed' | 'handed_back' {
  if (error instanceof CancelledFailure) return 'cancelled';
  const isBenign = error instanceof ApplicationFailure && error.category === ApplicationFailureCategory.BENIGN;
  return isBenign ? 'handed_back' : 'failed';
}
