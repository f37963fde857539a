/** What tests share: Temporal, Postgres and S3, with the helpers that give out databases and the shared system. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DefaultLogger } from '@temporalio/worker';
import { buildWorkflowBundle } from '../../activities/worker/workflow-bundle.ts';
import { obtainBrowser } from '../../embedded/setup/browser.ts';
import { obtainDocumentAi } from '../../embedded/setup/document-ai.ts';
import { startInfrastructure } from '../../embedded/stack.ts';
import { documentAiDirectory } from '../../domain/parse/document-ai.ts';
import { freePort } from '../support/free-port.ts';
import { INFRASTRUCTURE_VARIABLE } from '../support/service/infrastructure.ts';
import type { TestInfrastructure } from '../support/service/infrastructure.ts';

/**
 * Temporal deletes a workflow once its queues have reported that its end is processed, by default every 30 s. Tests
 * that have it forget a job would wait for it. Its services reload namespaces every 2 s by default, and each system
 * test waits for one of its own.
 */
const TEMPORAL_SETTINGS = {
  'system.namespaceCacheRefreshInterval': [{ value: '500ms' }],
  'history.transferProcessorUpdateAckInterval': [{ value: '1s' }],
  'history.visibilityProcessorUpdateAckInterval': [{ value: '1s' }],
};

const support = fileURLToPath(new URL('../support', import.meta.url));

async function freeAddress(): Promise<string> {
  return `http://127.0.0.1:${await freePort()}`;
}

/** Starts all of it with its files in `home`, and helpers with these variables. `env` leads test processes to it. */
export async function startStack(home: string, variables: NodeJS.ProcessEnv, signal: AbortSignal) {
  await buildWorkflowBundle('index', new DefaultLogger('WARN'));
  await obtainBrowser(process.env, console.log);
  await obtainDocumentAi(documentAiDirectory(process.env), console.log);
  const infrastructure = await startInfrastructure({
    home,
    say: console.log,
    signal,
    temporalSettings: TEMPORAL_SETTINGS,
  });
  const stop = (): Promise<void> => infrastructure.stop();
  try {
    const [databases, sharedSystem] = [await freeAddress(), await freeAddress()];
    const [logs, made] = [join(home, 'logs'), join(home, 'made')];
    mkdirSync(made);
    const given: TestInfrastructure = { env: infrastructure.env, logs, made, databases, sharedSystem };
    const env = {
      ...variables,
      [INFRASTRUCTURE_VARIABLE]: JSON.stringify(given),
      // Processes start hundreds of times, and take a third less processor time when they need not compile.
      NODE_COMPILE_CACHE: join(home, 'compiled'),
    };
    const startHelper = (name: string, script: string, address: string): Promise<unknown> =>
      infrastructure.supervisor.start({
        name,
        command: process.execPath,
        env,
        args: [join(support, script), new URL(address).port],
        isReady: async () => (await fetch(address, { method: 'HEAD' })).ok,
      });
    await startHelper('databases', 'servers/database-server.ts', databases);
    await startHelper('shared-system', 'service/shared-system.ts', sharedSystem);
    return { env, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
