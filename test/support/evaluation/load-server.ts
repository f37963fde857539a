/** The scripted endpoint of performance tests and benches. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { LOAD_SCRIPT } from './load-script.ts';
import type { FromLoadServer, LoadScript, ToLoadServer, Truth } from './load-script.ts';

export interface LoadServer extends AsyncDisposable {
  /** Of its chat operation. */
  readonly url: string;
  /** Forgets the requests so far, and does this from now on; members that are absent are those of `LOAD_SCRIPT`. */
  readonly play: (script?: Partial<LoadScript>) => Promise<void>;
  /** The requests since then, in the order of their arrival. */
  readonly truth: () => Promise<Truth>;
}

const SCRIPT = new URL('./load-server-process.ts', import.meta.url);

/** Starts the endpoint; it ends with the disposal, or with this process. */
export async function startLoadServer(): Promise<LoadServer> {
  const child = fork(SCRIPT, { serialization: 'advanced', stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const next = async (): Promise<FromLoadServer> => {
    const [message] = (await once(child, 'message')) as [FromLoadServer];
    return message;
  };
  const ask = async (message: ToLoadServer): Promise<Truth> => {
    const answer = next();
    child.send(message);
    const truth = await answer;
    if ('url' in truth) throw new Error('The endpoint is not ready.');
    return truth;
  };
  const started = await next();
  if (!('url' in started)) throw new Error('The endpoint did not report its address.');
  return {
    url: started.url,
    play: async (script = {}) => void (await ask({ script: { ...LOAD_SCRIPT, ...script } })),
    truth: () => ask('truth'),
    [Symbol.asyncDispose]: async () => {
      const exit = once(child, 'exit');
      child.disconnect();
      await exit;
    },
  };
}
