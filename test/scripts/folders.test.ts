/**
 * Within a layer, with each folder taken as one and a file beside it by itself, no folder is part of a circle of
 * imports, at any level; types count. Nor is a file, in any layer. Between the layers scripts/lint/layers.mjs decides.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LAYERS, isAllowed } from '../../scripts/lint/layers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

interface Import {
  readonly from: string;
  readonly to: string;
  readonly isType: boolean;
}

/** The text before the module of an import or re-export, and the relative module. */
const IMPORT = /(?:^(import|export) (type )?[^'";]*?from |^import |import\()'(\.[^']+)'/gm;

const imports: readonly Import[] = Object.keys(LAYERS).flatMap((layer) =>
  readdirSync(join(root, layer), { recursive: true, encoding: 'utf8' })
    .map((path) => join(layer, path))
    .filter((path) => path.endsWith('.ts') && !path.startsWith('platform/database/generated/'))
    .flatMap((from) =>
      [...readFileSync(join(root, from), 'utf8').matchAll(IMPORT)].map(([, , type, module = '']) => ({
        from,
        to: normalize(join(dirname(from), module)),
        isType: type !== undefined,
      })),
    ),
);

/** `a/b/c.ts` seen from `a`: `b`. `null` for what is elsewhere. */
function childOf(folder: string, path: string): string | null {
  return path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/', 1)[0] ?? null) : null;
}

/** The circles between the children of a folder that at least one folder takes part in. */
function circles(folder: string, all: readonly Import[]): string[][] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of all) {
    const [a, b] = [childOf(folder, from), childOf(folder, to)];
    if (a === null || b === null || a === b) continue;
    next.set(a, (next.get(a) ?? new Set()).add(b));
  }
  const reached = (start: string): Set<string> => {
    const found = new Set<string>();
    const open = [start];
    for (let child = open.pop(); child !== undefined; child = open.pop()) {
      for (const other of next.get(child) ?? []) {
        if (!found.has(other)) open.push(other);
        found.add(other);
      }
    }
    return found;
  };
  const reach = new Map([...next.keys()].map((child) => [child, reached(child)]));
  const inCircle = [...reach].filter(([child, found]) => found.has(child)).map(([child]) => child);
  const groups = inCircle.map((child) =>
    inCircle.filter((other) => reach.get(child)?.has(other) && reach.get(other)?.has(child)).sort(),
  );
  const withFolder = groups.filter((group) => group.some((child) => !child.endsWith('.ts')));
  return [...new Map(withFolder.map((group) => [group.join(), group])).values()];
}

/** The files on circles of imports, or between two circles. */
function onCircles(all: readonly Import[]): string[] {
  const sources = new Set(all.map(({ from }) => from));
  const targets = new Set(all.map(({ to }) => to));
  const left = all.filter(({ from, to }) => targets.has(from) && sources.has(to));
  return left.length < all.length ? onCircles(left) : [...sources].sort();
}

/** Every folder below a layer, and the layers. */
const folders = [
  ...new Set(
    imports.flatMap(({ from }) =>
      from
        .split('/')
        .slice(0, -1)
        .map((_part, index, parts) => parts.slice(0, index + 1).join('/')),
    ),
  ),
];

test('imports are found, of values, of types and of several lines', () => {
  const has = (from: string, to: string, isType: boolean): boolean =>
    imports.some((each) => each.from === from && each.to === to && each.isType === isType);
  assert.ok(imports.length > 1500, `${imports.length} imports`);
  assert.ok(has('api/app.ts', 'api/services.ts', true));
  assert.ok(has('api/app.ts', 'api/observability.ts', false));
  assert.ok(has('api/parse/routes.ts', 'api/parse/schemas.ts', false));
  assert.ok(has('platform/browser/index.ts', 'platform/browser/launch.ts', false));
});

test('a circle is found through folders and files', () => {
  const edge = (from: string, to: string): Import => ({ from, to, isType: false });
  const arrows = [edge('api/a/x.ts', 'api/b/y.ts'), edge('api/b/z.ts', 'api/c.ts'), edge('api/c.ts', 'api/a/w.ts')];
  assert.deepEqual(circles('api', arrows), [['a', 'b', 'c.ts']]);
  assert.deepEqual(circles('api', arrows.slice(1)), []);
});

test('imports form no circle of folders', () => {
  const found = folders.flatMap((folder) =>
    circles(folder, imports).map((circle) => `${folder}: ${circle.join(', ')}`),
  );
  assert.deepEqual(found, []);
});

test('imports form no circle of files, types included', () => {
  const edge = (from: string, to: string): Import => ({ from, to, isType: true });
  const arrows = [edge('a/x.ts', 'b/y.ts'), edge('b/y.ts', 'c/z.ts'), edge('c/z.ts', 'b/y.ts')];
  assert.deepEqual(onCircles(arrows), ['b/y.ts', 'c/z.ts']);
  assert.deepEqual(onCircles(imports), []);
});

test('no import goes against the layers', () => {
  const against = imports.filter(({ from, to, isType }) => !isAllowed(root, from, to, isType));
  assert.deepEqual(against, []);
});
