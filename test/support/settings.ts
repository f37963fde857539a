/** What docs/settings.md tells of. */
import { readFileSync } from 'node:fs';
import { SECRET_SETTINGS } from '../../platform/config/secret-files.ts';

const [service = ''] = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8').split(
  'The embedded stack alone',
);

/** The settings of API and workers. */
export const DOCUMENTED_SETTINGS: ReadonlySet<string> = new Set(service.match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g));

/** Whether the service reads a variable of this name. */
export function isSetting(name: string): boolean {
  return DOCUMENTED_SETTINGS.has(name) || SECRET_SETTINGS.some((secret) => name === `${secret}_FILE`);
}
