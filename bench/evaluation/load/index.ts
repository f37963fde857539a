/**
 * The load generator against the truth: its accuracy beside EvalScope's, a stall, and a machine without a free
 * processor.
 */
import { openLoadGenerator } from '../../../activities/evaluation/performance/pool.ts';
import { startLoadServer } from '../../../test/support/evaluation/load-server.ts';
import { printAccuracy } from './accuracy.ts';
import { printLoadedMachine } from './loaded-machine.ts';
import { printStall } from './stall.ts';

/**
 * `evalscope`: path of its executable; `null`: it is not measured. Whether all goals are met, which a busy machine
 * prevents: its levels are not valid.
 */
export async function benchLoad(evalscope: string | null): Promise<boolean> {
  await using server = await startLoadServer();
  const generator = openLoadGenerator({ watchPool: () => {} });
  try {
    const rig = { server, generator };
    const isAccurate = await printAccuracy(rig, evalscope);
    const showsStalls = await printStall(rig);
    const knowsItsLimits = await printLoadedMachine(rig);
    return isAccurate && showsStalls && knowsItsLimits;
  } finally {
    await generator.close();
  }
}
