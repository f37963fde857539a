/** A case that no process survives costs only the measurements that kill it. */
import type { Measured } from '../../../../engines/evaluation/metrics/index.ts';
import { isDeath } from '../../../../platform/process-pool/death.ts';
import type { MeasuringPool } from './pool.ts';
import type { MeasuringRequest } from './process.ts';
import type { PoolCaller } from '../../../../platform/process-pool/index.ts';

/** One for each measurement, in their order. */
export async function measureCase(
  measuring: Pick<MeasuringPool, 'measure'>,
  request: MeasuringRequest,
  caller: PoolCaller,
): Promise<readonly Measured[]> {
  try {
    return await measuring.measure(request, caller);
  } catch (error) {
    if (!isDeath(error)) throw error;
    const { subject, measurements } = request;
    if (measurements.length === 1) return [{ unmeasured: 'too_complex', about: error.code }];
    const measured: Measured[] = [];
    for (const measurement of measurements) {
      measured.push(...(await measureCase(measuring, { subject, measurements: [measurement] }, caller)));
    }
    return measured;
  }
}
