/** The bundle of workflow.ts. Making it takes seconds of processor time, and tests start its worker again and again. */
import { existsSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DefaultLogger, bundleWorkflowCode } from '@temporalio/worker';
import { infrastructure } from '../service/infrastructure.ts';

/** Its file, which the first test file of a run that asks for it makes. */
export async function sideBundle(): Promise<string> {
  const path = join(infrastructure().made, 'side-by-side.cjs');
  if (existsSync(path)) return path;
  const { code } = await bundleWorkflowCode({
    workflowsPath: fileURLToPath(new URL('workflow.ts', import.meta.url)),
    payloadConverterPath: fileURLToPath(new URL('../../../workflows/payload-converter.ts', import.meta.url)),
    logger: new DefaultLogger('WARN'),
  });
  // Another file of tests may do the same at this moment.
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, path);
  return path;
}
