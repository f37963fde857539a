/** What docs/settings.md says about the settings. */
import { readFileSync } from 'node:fs';
import { SECRET_SETTINGS } from '../../platform/config/secret-files.ts';

const [service = '', others = ''] = readFileSync(new URL('../../docs/settings.md', import.meta.url), 'utf8').split(
  'The embedded stack alone',
);

/** Settings of the embedder, which is a process of its own. */
const EMBEDDER_SETTINGS: ReadonlySet<string> = new Set(others.match(/EMBEDDER_[A-Z]+/g));

/** Members of a named model. */
const MODEL_SETTING = /^MODEL_[A-Z0-9]+_(URL|ID|KIND|DIMENSIONS|CONTEXT_TOKENS|CALLS_PER_MINUTE|CALLS_AT_ONCE)$/;

/**
 * The settings of API and workers, with their defaults as the table writes them: `1 MiB`, `` `127.0.0.1` ``, `none`. A
 * row of several settings has one default for each, or one for all.
 */
export const DOCUMENTED_DEFAULTS: ReadonlyMap<string, string> = new Map(
  [...service.matchAll(/^\| (`[A-Z][^|]*`) \| ([^|]*) \| /gm)].flatMap(([, names = '', defaults = '']) => {
    const settings = names.match(/[A-Z][A-Z0-9_]+/g) ?? [];
    const each = settings.length > 1 && defaults.includes(', ') ? defaults.split(', ') : settings.map(() => defaults);
    return settings.map((name, index) => [name, each[index] ?? '']);
  }),
);

/** Settings that the text says can be given as files. */
export const DOCUMENTED_SECRETS: readonly string[] =
  /^`DATABASE_URL`,[^]*?can be given as files/m.exec(service)?.[0].match(/(?<=`)[A-Z][A-Z0-9_]+(?=`)/g) ?? [];

/** Whether a process of the service reads a variable of this name. */
export function isSetting(name: string): boolean {
  if (EMBEDDER_SETTINGS.has(name) || MODEL_SETTING.test(name)) return true;
  return DOCUMENTED_DEFAULTS.has(name) || SECRET_SETTINGS.some((secret) => name === `${secret}_FILE`);
}
