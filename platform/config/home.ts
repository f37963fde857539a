import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where data, logs and downloaded tools are: TIDEMILL_HOME, else `.tidemill` in the checkout. */
export function defaultHome(): string {
  return resolve(process.env['TIDEMILL_HOME'] || fileURLToPath(new URL('../../.tidemill', import.meta.url)));
}
