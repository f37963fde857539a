/** Sends requests of steps to converters. */
import type { Step } from '../../step/step.ts';
import { startEngineClock } from './engine-work.ts';
import type { ConversionOptions, ConverterAnswer, ConverterPool, ConverterRequest } from './pool.ts';

/** Waits for the step's turn at a converter; its time is usage of the step. Rejects as {@link ConverterPool.run} does. */
export function askConverter(
  converters: ConverterPool,
  request: ConverterRequest,
  options: Omit<ConversionOptions, 'onTaken' | 'signal'>,
  step: Pick<Step, 'signal' | 'spend' | 'inTurn'>,
): Promise<ConverterAnswer> {
  let stopClock = (): void => {};
  return step
    .inTurn(
      () => ({ for: 'converter', queued: converters.waiting(request.engine_id) }),
      (turn) => {
        const onTaken = (): void => {
          stopClock = startEngineClock(step, request.engine_id);
          turn.onTaken();
        };
        return converters.run(request, { ...options, onTaken, signal: AbortSignal.any([step.signal, turn.signal]) });
      },
    )
    .finally(() => stopClock());
}
