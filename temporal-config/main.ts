/** `npm run setup:temporal`: the namespace with its search attributes, and the schedules, before anything else starts. */
import { ConfigError, readConfig } from '../platform/config.ts';
import { openTemporal } from '../platform/temporal/client.ts';
import { applyTemporalConfig } from './apply.ts';
import { ensureSchedules } from './schedules.ts';

try {
  const temporal = openTemporal(readConfig().temporal);
  await applyTemporalConfig(temporal.connection, temporal.namespace);
  await ensureSchedules(temporal.client);
  await temporal.close();
  console.log(`Temporal's namespace "${temporal.namespace}" is set up.`);
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
