/**
 * Installs npm packages that only an optional part of the service needs: pinned, verified, and only the files it uses.
 */
import { existsSync, readFileSync } from 'node:fs';
import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { filesOfNpmPackage } from './downloads.ts';

export interface NpmPart {
  readonly name: string;
  readonly version: string;
  /** In the format of lock files. */
  readonly integrity: string;
  /** Paths of the package to install. */
  readonly keeps: RegExp;
}

/** The platform, as the packages name it. */
export const SYSTEM = `${process.platform}-${process.arch}`;

/** ONNX Runtime for a platform; `null` when it is not available there. Both packages have the MIT license. */
export function onnxRuntime(system: string = SYSTEM): readonly NpmPart[] | null {
  if (!['linux-x64', 'linux-arm64', 'darwin-arm64'].includes(system)) return null;
  return [
    {
      name: 'onnxruntime-node',
      version: '1.30.0',
      integrity: 'sha512-twhs1C2C/BFkz1yc5OY0KIU2GUq6DURO7hD4bx5Q2Qy3nAMJwRXW8xU3NVczE29VA9lolLOYepoD8fjTGOfIqw==',
      // Applied only to names in a package with a known hash.
      // oxlint-disable-next-line tidemill/linear-regexp
      keeps: new RegExp(`^(package\\.json|README\\.md|dist/.*\\.js|bin/napi-v6/${system.replace('-', '/')}/.*)$`),
    },
    {
      name: 'onnxruntime-common',
      version: '1.30.0',
      integrity: 'sha512-7fdVWjAID1dVhH/G8qK3APARunV4VkBFoCQAP7qp4Wkab0mrorvmc+sqiT+mKXOzDqdjN5j+/Z9nb4gzNPWcyA==',
      keeps: /^(package\.json|README\.md|dist\/cjs\/.*\.js(on)?)$/,
    },
  ];
}

/**
 * Installs packages into `directory/node_modules`. Those that another part of the service has installed in one of the
 * directories of `others`, in the same version, are copied from there.
 */
export async function installPackages(
  directory: string,
  parts: readonly NpmPart[],
  others: readonly string[],
): Promise<void> {
  for (const part of parts) {
    const { name, version, integrity, keeps } = part;
    const target = join(directory, 'node_modules', name);
    const source = others.find((other) => areInstalled(other, [part]));
    if (source !== undefined) await cp(join(source, 'node_modules', name), target, { recursive: true });
    else {
      for (const [path, bytes] of await filesOfNpmPackage(directory, name, version, integrity)) {
        if (keeps.test(path)) await place(join(target, path), bytes);
      }
    }
  }
}

/** Whether these packages are installed in the directory, in their versions. */
export function areInstalled(directory: string, parts: readonly NpmPart[]): boolean {
  return parts.every(({ name, version }) => versionOf(join(directory, 'node_modules', name)) === version);
}

/** Writes a file in a folder that may not exist yet. */
export async function place(file: string, bytes: Uint8Array): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes);
}

function versionOf(folder: string): unknown {
  const file = join(folder, 'package.json');
  return existsSync(file) ? Reflect.get(Object(JSON.parse(readFileSync(file, 'utf8'))), 'version') : null;
}
