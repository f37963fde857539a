/** A case that no process survives costs only the measurements that kill it. */
import { ServiceError } from '../../../errors/index.ts';
import type { Measured } from '../../../engines/evaluation/metrics/metric.ts';
import type { JudgingCaller, JudgingPool } from './pool.ts';
import type { JudgingRequest } from './requests.ts';

/** One for each measurement, in their order. */
export async function measureCase(
  judging: Pick<JudgingPool, 'measure'>,
  request: JudgingRequest,
  caller: JudgingCaller,
): Promise<readonly Measured[]> {
  try {
    return await judging.measure(request, caller);
  } catch (error) {
    if (!isDeath(error)) throw error;
    const { subject, measurements } = request;
    if (measurements.length === 1) return [{ unmeasured: 'too_complex', about: error.code }];
    const measured: Measured[] = [];
    for (const measurement of measurements) {
      measured.push(...(await measureCase(judging, { subject, measurements: [measurement] }, caller)));
    }
    return measured;
  }
}

/** The process ran out of processor time or memory, or ended in another way: it would again. */
const isDeath = (error: unknown): error is ServiceError =>
  error instanceof ServiceError && ['corrupt', 'too_large', 'too_complex'].includes(error.code);
