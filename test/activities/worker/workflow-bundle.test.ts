import assert from 'node:assert/strict';
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { DefaultLogger } from '@temporalio/worker';
import type {
  buildWorkflowBundle as BuildWorkflowBundle,
  loadWorkflowBundle as LoadWorkflowBundle,
} from '../../../activities/worker/workflow-bundle.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const copy = mkdtempSync(join(tmpdir(), 'tidemill-bundle-'));
after(() => rmSync(copy, { recursive: true }));
for (const name of [
  'activities',
  'workflows',
  'domain',
  'engines',
  'errors',
  'platform',
  'package.json',
  'package-lock.json',
]) {
  cpSync(join(root, name), join(copy, name), { recursive: true });
}
symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));

interface Module {
  readonly buildWorkflowBundle: typeof BuildWorkflowBundle;
  readonly loadWorkflowBundle: typeof LoadWorkflowBundle;
}
const { buildWorkflowBundle, loadWorkflowBundle } = (await import(
  pathToFileURL(join(copy, 'activities/worker/workflow-bundle.ts')).href
)) as Module;
const logger = new DefaultLogger('WARN');
const codeOf = async (): Promise<string> => {
  const bundle = await loadWorkflowBundle('index', logger);
  return 'code' in bundle ? bundle.code : assert.fail('a bundle is code');
};

test('a prebuilt bundle is used while it matches the current code', async () => {
  await buildWorkflowBundle('index', logger);
  const built = readFileSync(join(copy, 'build/workflows.index.cjs'), 'utf8');
  assert.equal(await codeOf(), built);

  appendFileSync(join(copy, 'build/workflows.index.cjs'), '// half-written');
  assert.ok(!(await codeOf()).endsWith('// half-written'));

  writeFileSync(join(copy, 'build/workflows.index.cjs'), built);
  appendFileSync(join(copy, 'domain/jobs/model.ts'), '\nexport const NEWER = true;\n');
  const bundled = await codeOf();
  assert.notEqual(bundled, built);
  assert.ok(bundled.includes('NEWER'));
});
