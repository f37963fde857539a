/**
 * `npm run doctor`: checks the service's dependencies with the service's settings, without starting the service. Prints
 * one line per check, and a second line with the fix if needed. Exits with 1 if a check failed.
 */
import packageJson from '../package.json' with { type: 'json' };
import { readOptions } from '../platform/command-line.ts';
import { readService } from '../domain/settings.ts';
import { ConfigError, readSettings } from '../platform/config.ts';
import type { Config } from '../domain/settings.ts';
import { findEnvironment } from '../platform/config/env-file.ts';
import { checkConverter } from './converter.ts';
import { checkDisks } from './disks.ts';
import { checkIdentityProvider } from './identity-provider.ts';
import { checkModels } from './models.ts';
import { checkObjects } from './objects.ts';
import { checkPostgres } from './postgres.ts';
import { Report, fail, ok } from './report.ts';
import { checkTemporal } from './temporal.ts';

const SETTINGS_FIX = 'see docs/settings.md.';

readOptions('npm run doctor', {});
const { env, message } = findEnvironment();
console.log(message);

const report = new Report((line) => console.log(line));
await report.check('node', 'run npm ci.', () => checkNode(process.versions.node));
const config = await readChecked();
if (config) {
  const { auth, temporal, database, objects, parse, disks } = config;
  await checkTemporal(report, temporal);
  await checkPostgres(report, database);
  await checkObjects(report, objects);
  await checkIdentityProvider(report, auth);
  await checkDisks(report, disks);
  await checkConverter(report, parse);
  await checkModels(report, config);
}
console.log(report.failures === 0 ? '\nNo check failed.' : `\n${report.failures} failed.`);
// A pending connection would keep the process alive.
process.exit(report.failures === 0 ? 0 : 1);

/** One line for all settings, or one for each invalid setting. */
async function readChecked(): Promise<Config | null> {
  try {
    const { config: read } = readSettings(env, readService);
    await report.check('settings', SETTINGS_FIX, () => ok('complete'));
    return read;
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    for (const problem of error.message.split('\n')) {
      const [text = '', fix = SETTINGS_FIX] = problem.split(' Fix: ');
      await report.check('settings', fix, () => fail(text, fix));
    }
    return null;
  }
}

function checkNode(version: string) {
  const wanted = packageJson.devDependencies.node;
  const isOld = Number.parseInt(version, 10) < Number.parseInt(wanted, 10);
  return isOld ? fail(`${version}, not ${wanted}`, 'run npm ci, and start with npm.') : ok(version);
}
