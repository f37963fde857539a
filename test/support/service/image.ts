/** The files that the image has in /app, put together as the Dockerfile says, without a container engine. */
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, matchesGlob } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './compose.ts';

const checkout = fileURLToPath(root);
const read = (path: string): string => readFileSync(join(checkout, path), 'utf8');

/** The instructions of each stage, by its name, with continued lines joined and comments left out. */
function readStages(): Map<string, string[]> {
  const stages = new Map<string, string[]>();
  let lines: string[] = [];
  const text = read('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '');
  for (const line of text.split('\n').filter(Boolean)) {
    const [, name] = /^FROM \S+(?: AS (\w+))?$/.exec(line) ?? [];
    if (line.startsWith('FROM ')) stages.set(name ?? '', (lines = []));
    else lines.push(line);
  }
  return stages;
}

/** What a container of the service runs where it is given no command. */
export const IMAGE_COMMAND = (readStages().get('service') ?? []).flatMap((line): string[] =>
  line.startsWith('CMD ') ? JSON.parse(line.slice('CMD '.length)) : [],
);

/** What the build context lets through: of the patterns of .dockerignore the last one that matches decides. */
const patterns = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'));

function isInContext(path: string): boolean {
  let isIn = true;
  for (const line of patterns) {
    const pattern = line.replace(/^!/, '');
    if (matchesGlob(path, pattern) || matchesGlob(path, `${pattern}/**`)) isIn = line.startsWith('!');
  }
  return isIn;
}

/** What the stage `build` makes: the database client and the bundles of the workflows. */
const isBuilt = (path: string): boolean => /^(build\/workflows\.|platform\/database\/generated\/)/.test(path);

/** All files at or below a path of the checkout, but for those in folders of the name `except`. */
function* filesBelow(path: string, except?: string): Generator<string> {
  const full = join(checkout, path);
  if (!statSync(full, { throwIfNoEntry: false })?.isDirectory()) {
    if (existsSync(full)) yield path;
    return;
  }
  for (const name of readdirSync(full)) if (name !== except) yield* filesBelow(join(path, name), except);
}

interface LockedPackage {
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/**
 * The folders that `npm ci --omit=dev` and `npm prune` leave in node_modules: what is needed, from package to package.
 */
function productionPackages(): Set<string> {
  const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, LockedPackage>> };
  const found = new Set<string>();
  const open = [''];
  for (let at = open.pop(); at !== undefined; at = open.pop()) {
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[at] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      const folder = foldersFrom(at, name).find((candidate) => Object.hasOwn(packages, candidate));
      if (folder === undefined || found.has(folder)) continue;
      found.add(folder);
      open.push(folder);
    }
  }
  return found;
}

/** Where Node looks for a package that is imported from another one, nearest first. */
function foldersFrom(importer: string, name: string): string[] {
  const parents = importer
    .split('/node_modules/')
    .map((_part, index, parts) => parts.slice(0, index + 1).join('/node_modules/'));
  return [
    ...parents
      .reverse()
      .filter(Boolean)
      .map((parent) => `${parent}/node_modules/${name}`),
    `node_modules/${name}`,
  ];
}

/** Their files. Libraries of other systems are not installed. */
function* productionFiles(): Generator<string> {
  for (const folder of productionPackages()) {
    if (existsSync(join(checkout, folder))) yield* filesBelow(folder, 'node_modules');
  }
}

/** A fresh folder with the files of a stage: links where they are possible, since they are many, else copies. */
export function assembleImage(stage: string): string {
  const image = mkdtempSync(join(tmpdir(), 'tidemill-image-'));
  const stages = readStages();
  for (const line of stages.get(stage) ?? []) {
    const [, from, words = ''] = /^COPY (?:--from=(\w+) )?(.*)$/.exec(line) ?? [];
    const names = words.split(' ');
    const target = names.pop() ?? '';
    if (line.startsWith('COPY ')) for (const name of names) copy(from, name.replace(/^\/app\//, ''), target, image);
  }
  // What the stage of the packages removes of them.
  const removals = (stages.get('packages') ?? [])
    .flatMap((line) => line.split(' && '))
    .filter((command) => command.startsWith('find '));
  if (process.platform === 'linux') for (const command of removals) execFileSync('sh', ['-c', command], { cwd: image });
  return image;
}

function copy(from: string | undefined, source: string, target: string, image: string): void {
  const isPackages = from === 'packages' && source === 'node_modules';
  const files = isPackages
    ? [...productionFiles()]
    : [...filesBelow(source)].filter((path) => isInContext(path) || (from === 'build' && isBuilt(path)));
  for (const file of files) {
    const inner = file === source ? (target.endsWith('/') ? basename(file) : '') : file.slice(source.length + 1);
    put(join(checkout, file), join(image, target, inner));
  }
  if (files.length === 0) throw new Error(`COPY ${source}: there is no such file in the build context.`);
}

function put(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to);
  }
}
