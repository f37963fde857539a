import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Directory of data, logs and downloaded tools: TIDEMILL_HOME, else `.tidemill` in the checkout. */
export function defaultHome(): string {
  return resolve(process.env['TIDEMILL_HOME'] || fileURLToPath(new URL('../../.tidemill', import.meta.url)));
}
