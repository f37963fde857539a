/**
 * `npm run verify:dataset -- ID`: looks for rows and objects of a dataset that belong to nothing, and for wrong counts.
 * Prints a line for each kind of fault, with some of what it was found in, and exits with 1 if there is one. It only
 * reads.
 */
import { KEY_PREFIXES } from '../domain/keys.ts';
import { isId } from '../domain/ids.ts';
import { datasetExists, verifyObjects, verifyRows } from '../domain/knowledge/maintenance/index.ts';
import { readWords } from '../platform/command-line.ts';
import { ConfigError } from '../platform/config.ts';
import { readConfig } from '../domain/settings.ts';
import { findEnvironment } from '../platform/config/env-file.ts';
import { openDatabase } from '../platform/database/client.ts';
import { openObjectStore } from '../platform/objects/index.ts';

const USAGE = 'npm run verify:dataset -- ID';

async function main(): Promise<number> {
  const [datasetId = '', ...more] = readWords(USAGE);
  if (!isId('dset', datasetId) || more.length > 0) {
    process.stderr.write(`usage: ${USAGE}\n`);
    return 2;
  }
  const { env, message } = findEnvironment();
  console.log(message);
  const config = readConfig(env);
  const database = openDatabase(config.database.url);
  const objects = openObjectStore(config.objects, KEY_PREFIXES);
  try {
    const rows = await verifyRows(database.db, datasetId);
    const faults = [...rows, ...(await verifyObjects(database, objects, datasetId))];
    for (const { what, count, examples } of faults) console.log(`✖ ${count} ${what}: ${examples.join(', ')}`);
    const isThere = await datasetExists(database, datasetId);
    const whole = isThere ? `${datasetId} is whole.` : `There is no dataset ${datasetId}, and nothing of one is left.`;
    console.log(faults.length === 0 ? whole : `${faults.length} kinds of faults.`);
    return faults.length === 0 ? 0 : 1;
  } finally {
    objects.close();
    await database.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exitCode = 1;
}
