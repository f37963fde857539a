/** Finds the Chromium executable on this machine. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { defaultHome } from '../config/home.ts';

/** Version of Chromium's headless shell in the npm package `@sparticuz/chromium`. */
export const FETCHED_VERSION = '153.0.0';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome-headless-shell'];

/** Where `npm run setup:browser` installs the executable; its libraries and fonts are in the same folder. */
export function fetchedExecutable(): string {
  return join(defaultHome(), 'tools', `chromium-${FETCHED_VERSION}`, 'chromium');
}

/**
 * The executable that BROWSER_PATH names. Without it: the downloaded one (a headless shell starts and renders faster
 * than a full browser), then those found on PATH.
 */
export function browserExecutables(env: Readonly<Record<string, string | undefined>>): string[] {
  const named = env['BROWSER_PATH']?.trim();
  if (named) return [named];
  const folders = (env['PATH'] ?? '').split(delimiter).filter(Boolean);
  return [fetchedExecutable(), ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))];
}

/** The first path that is executable. */
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
