/** Finds or downloads a browser. */
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import {
  browserExecutables,
  FETCHED_VERSION,
  fetchedExecutable,
  firstExecutable,
} from '../../platform/browser/executables.ts';
import { filesOfNpmPackage, filesOfTar } from './downloads.ts';
import { SetupError } from '../../platform/setup-error.ts';
import { BROWSER_BYTES, requireSpace } from './space.ts';

const run = promisify(execFile);
const unpackBrotli = promisify(brotliDecompress);

const PACKAGE = '@sparticuz/chromium';
const VERSION_TIMEOUT_MS = 20_000;

/** Chromium crashes at its first letter on systems without a font configuration. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir></fontconfig>
`;

/**
 * The path of a browser: the one BROWSER_PATH names, else the headless shell of the npm registry, downloaded if
 * necessary (`say` reports it), else a Chromium or Chrome on PATH. Safe to call from several processes at once.
 * Rejects with a one-line {@link SetupError} when there is none.
 */
export async function obtainBrowser(
  env: Readonly<Record<string, string | undefined>>,
  say: (line: string) => void,
): Promise<string> {
  const found = firstExecutable(browserExecutables(env));
  const named = env['BROWSER_PATH'];
  if (named) {
    if (found !== undefined) return found;
    throw new SetupError(`BROWSER_PATH is ${named}, which cannot be executed. Fix: correct it or unset it.`);
  }
  const fetched = fetchedExecutable();
  if (found === fetched) return found;
  say(`Downloading Chromium ${FETCHED_VERSION} …`);
  try {
    await requireSpace(dirname(fetched), BROWSER_BYTES, 'Chromium', 'TIDEMILL_HOME');
    await download(dirname(fetched));
    return fetched;
  } catch (error) {
    const reason = error instanceof Error ? error.message.trimEnd().split('\n').at(-1) : String(error);
    const message = `Chromium could not be downloaded (${reason})`;
    if (found === undefined) {
      throw new SetupError(`${message}. Fix: install Chromium or Chrome, or set BROWSER_PATH to one.`);
    }
    say(`${message}; using ${found}.`);
    return found;
  }
}

/** Downloads to a temporary folder and moves it into place once it runs, so that no process sees a partial browser. */
async function download(target: string): Promise<void> {
  await mkdir(dirname(target), { recursive: true });
  const directory = await mkdtemp(join(dirname(target), '.chromium-'));
  try {
    await install(directory);
    await chmod(directory, 0o755);
    await rename(directory, target).catch((error: unknown) => {
      // Another process finished first.
      if (firstExecutable([fetchedExecutable()]) === undefined) throw error;
    });
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

async function install(directory: string): Promise<void> {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('it is for Linux on x64 only');
  const files = await filesOfNpmPackage(directory, PACKAGE, FETCHED_VERSION);
  const unpacked = async (name: string): Promise<Buffer> => {
    const packed = files.get(name);
    if (packed === undefined) throw new Error(`${PACKAGE} holds no ${name}`);
    return name.endsWith('.br') ? unpackBrotli(packed) : Buffer.from(packed);
  };
  const executable = join(directory, 'chromium');
  await writeFile(executable, await unpacked('bin/chromium.br'), { mode: 0o755 });
  await writeFile(join(directory, 'LICENSE'), await unpacked('LICENSE'));
  await writeFile(join(directory, 'fonts.conf'), FONTS);
  for (const name of ['bin/al2023.tar.br', 'bin/fonts.tar.br']) {
    for (const [path, bytes] of filesOfTar(await unpacked(name))) {
      const file = join(directory, path);
      // Its own configuration has paths of another system.
      if (path.endsWith('.conf')) continue;
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, bytes, { mode: 0o755 });
    }
  }
  await run(executable, ['--version'], {
    env: { LD_LIBRARY_PATH: join(directory, 'lib') },
    timeout: VERSION_TIMEOUT_MS,
  });
}
