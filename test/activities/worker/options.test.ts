import assert from 'node:assert/strict';
import { test } from 'node:test';
import { memoryNeededMb, readProfiles, workerOptions } from '../../../activities/worker/options.ts';
import { ConfigError } from '../../../platform/config.ts';
import { readConfig } from '../../../domain/settings.ts';
import { WORKER_PROFILES } from '../../../domain/workers.ts';

const REQUIRED = {
  SERVICE_AUTH_MODE: 'dev',
  DEV_AUTH_SECRET: 'x'.repeat(32),
  TEMPORAL_ADDRESS: 'x:1',
  DATABASE_URL: 'postgres://x',
  S3_ENDPOINT: 'http://x',
  S3_ACCESS_KEY_ID: 'x',
  S3_SECRET_ACCESS_KEY: 'x',
};
const read = (settings: Readonly<Record<string, string>> = {}) => readConfig({ ...REQUIRED, ...settings });

test('a profile has its own rate, the rate of the settings, or none', () => {
  const rate = (settings: Readonly<Record<string, string>>, name: 'cloud' | 'parse') =>
    workerOptions(name, read(settings).worker).maxTaskQueueActivitiesPerSecond;
  assert.equal(rate({}, 'cloud'), WORKER_PROFILES.cloud.stepsPerSecond);
  assert.equal(rate({ WORKER_RATES: 'cloud=0.5, parse=7' }, 'cloud'), 0.5);
  assert.equal(rate({ WORKER_RATES: 'cloud=0.5, parse=7' }, 'parse'), 7);
  assert.equal(rate({}, 'parse'), undefined);
});

test('invalid rates and unknown profiles are reported', () => {
  for (const rates of ['cloud', 'cloud=', 'cloud=0', 'cloud=-1', 'cloud=fast', 'cloud=1e9']) {
    assert.throws(() => read({ WORKER_RATES: rates }), /WORKER_RATES has "cloud/, rates);
  }
  const { worker } = read({ WORKER_RATES: 'clouds=1' });
  assert.throws(() => readProfiles(['parse'], worker), new RegExp('WORKER_RATES names "clouds"'));
  assert.throws(() => readProfiles(['parser'], read().worker), ConfigError);
  assert.deepEqual(readProfiles(['parse', 'cloud'], read().worker), ['parse', 'cloud']);
});

test('workers are versioned when they have a build ID', () => {
  assert.equal(workerOptions('default', read().worker).workerDeploymentOptions, undefined);
  const { workerDeploymentOptions } = workerOptions('default', read({ WORKER_BUILD_ID: '7' }).worker);
  assert.deepEqual(workerDeploymentOptions?.version, { deploymentName: 'tidemill', buildId: '7' });
});

test('a process needs the memory of its profiles’ converters once', () => {
  const config = read({ CONVERTERS: '3', CONVERTER_MEMORY_MB: '1000', DOCUMENT_AI_MEMORY_MB: '2000' });
  const alone = memoryNeededMb(['parse'], config);
  // The one in reserve included.
  assert.ok(alone > 4000 && alone < 5000, `${alone}`);
  assert.equal(memoryNeededMb(['parse', 'crawl'], config), alone + WORKER_PROFILES.crawl.memoryMb);
  assert.ok(memoryNeededMb(['webhook'], config) < 1000);
});
