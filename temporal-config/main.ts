/**
 * `npm run setup:temporal`: creates the namespace, its search attributes and the schedules. Run it before anything else
 * starts.
 */
import { readOptions } from '../platform/command-line.ts';
import { ConfigError, readSettings } from '../platform/config.ts';
import { readTemporal } from '../platform/config/temporal.ts';
import { findEnvironment } from '../platform/config/env-file.ts';
import { openTemporal } from '../platform/temporal/client.ts';
import { applyTemporalConfig } from './apply.ts';
import { ensureSchedules } from './schedules.ts';

readOptions('npm run setup:temporal', {});
try {
  const { env, message } = findEnvironment();
  console.log(message);
  const temporal = openTemporal(readSettings(env, readTemporal));
  await applyTemporalConfig(temporal.connection, temporal.namespace);
  await ensureSchedules(temporal.client);
  await temporal.close();
  console.log(`Temporal's namespace "${temporal.namespace}" is set up.`);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
