/** Sends requests of steps to converters. */
import type { Step } from '../../step/step.ts';
import { sourceOf, startEngineClock } from './engine-work.ts';
import type { ConversionOptions, ConverterPool } from './pool.ts';
import type { ConverterAnswer, ConverterRequest } from './request.ts';

/**
 * Waits for the step's turn at a converter; its time is usage of the step. Rejects as {@link ConverterPool.run} does.
 */
export function askConverter(
  converters: ConverterPool,
  request: ConverterRequest,
  options: Omit<ConversionOptions, 'onTaken' | 'signal' | 'priorityKey'>,
  step: Pick<Step, 'signal' | 'priorityKey' | 'spend' | 'inTurn'>,
): Promise<ConverterAnswer> {
  let stopClock = (): void => {};
  return step
    .inTurn(
      () => ({ for: 'converter', queued: converters.waiting(request) }),
      (turn) => {
        const onTaken = (): void => {
          stopClock = startEngineClock(step, sourceOf(request));
          turn.onTaken();
        };
        const signal = AbortSignal.any([step.signal, turn.signal]);
        return converters.run(request, { ...options, onTaken, signal, priorityKey: step.priorityKey });
      },
    )
    .finally(() => stopClock());
}
