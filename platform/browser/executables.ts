/** Where the browser of this machine is. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defaultHome } from '../config/home.ts';

/** Of Chromium's headless shell, as the npm package `@sparticuz/chromium` carries it. */
export const FETCHED_VERSION = '153.0.0';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome-headless-shell'];

/** Where `npm run setup:browser` puts the executable; its libraries and fonts are beside it. */
export function fetchedExecutable(): string {
  return join(defaultHome(), 'tools', `chromium-${FETCHED_VERSION}`, 'chromium');
}

/**
 * The one that BROWSER_PATH names, else the one that was fetched (a headless shell starts and renders faster than a whole
 * browser), else those that PATH may lead to.
 */
export function browserExecutables(env: Readonly<Record<string, string | undefined>>): string[] {
  const named = env['BROWSER_PATH']?.trim();
  if (named) return [named];
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return [fetchedExecutable(), ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))];
}

/** The first that can be executed. */
export function firstExecutable(paths: readonly string[]): string | undefined {
  return paths.find((path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
