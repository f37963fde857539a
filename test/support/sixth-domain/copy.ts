/** A copy of the checkout with one domain more, which is in files/ and edits.ts. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tsconfig from '../../../tsconfig.json' with { type: 'json' };
import { CHECKOUT, runNode } from '../service/npm-script.ts';
import { DOCUMENTED_ERRORS, SHARED_FILES } from './edits.ts';
import type { Insertion } from './edits.ts';

const FILES = fileURLToPath(new URL('files', import.meta.url));

/** What the compiler, the linter and the tests of a domain read beside the folders of tsconfig.json. */
const OTHERS = [
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  '.oxlintrc.json',
  'openapi.json',
  'scripts',
  'docs',
];

/** What the product consists of, without its tests, benches and examples. */
const PRODUCT = tsconfig.include.filter((folder) => !['test', 'bench', 'examples'].includes(folder));
const OF_PRODUCT = 'tsconfig.product.json';

const EDITS: Readonly<Record<string, readonly Insertion[]>> = { ...SHARED_FILES, ...DOCUMENTED_ERRORS };

export interface Copy {
  /** Runs `node ARGS` in it. */
  run(args: readonly string[], env?: Readonly<Record<string, string>>): ReturnType<typeof runNode>;
  /** Type-checks all of it, or only the product. What the compiler says; empty when there is nothing to say. */
  types(what: 'all' | 'product'): Promise<string>;
  /** Takes what the domain has in files out of them until `work` has ended: its entry, or all of a file of its own. */
  without<T>(files: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Replaces a text that is in one place of a file until `work` has ended. */
  replacing<T>(file: string, text: string, by: string, work: () => Promise<T>): Promise<T>;
}

/** Makes the copy, which is removed when this process ends. */
export async function copyWithDomain(): Promise<Copy> {
  const directory = mkdtempSync(join(tmpdir(), 'tidemill-sixth-domain-'));
  process.once('exit', () => rmSync(directory, { recursive: true }));
  for (const name of [...tsconfig.include, ...OTHERS]) {
    cpSync(join(CHECKOUT, name), join(directory, name), { recursive: true, filter: (path) => path !== FILES });
  }
  cpSync(FILES, directory, { recursive: true });
  symlinkSync(join(CHECKOUT, 'node_modules'), join(directory, 'node_modules'));
  writeFileSync(join(directory, OF_PRODUCT), JSON.stringify({ extends: './tsconfig.json', include: PRODUCT }));

  const run: Copy['run'] = (args, env) => runNode(args, directory, env);
  const must = async (...args: string[]): Promise<void> => {
    const { code, output } = await run(args);
    assert.equal(code, 0, output);
  };
  const originals = new Map<string, string>();
  const generate = () => must('scripts/generate-database-client.mjs');
  const write = async (file: string, text: string): Promise<void> => {
    writeFileSync(join(directory, file), text);
    if (file === 'prisma/schema.prisma') await generate();
  };
  for (const [file, insertions] of Object.entries(EDITS)) {
    const original = readFileSync(join(directory, file), 'utf8');
    originals.set(file, original);
    await write(file, insertions.reduce(insert, original));
  }
  await must('api/write-contract.ts');
  const changed = async <T>(file: string, change: (text: string) => string, work: () => Promise<T>): Promise<T> => {
    const edited = readFileSync(join(directory, file), 'utf8');
    await write(file, change(edited));
    try {
      return await work();
    } finally {
      await write(file, edited);
    }
  };

  const without: Copy['without'] = ([file, ...more], work) =>
    file === undefined
      ? work()
      : changed(
          file,
          () => originals.get(file) ?? '',
          () => without(more, work),
        );

  return {
    run,
    types: async (what) => {
      const options = ['--project', what === 'all' ? 'tsconfig.json' : OF_PRODUCT, '--pretty', 'false'];
      const { code, output } = await run(['node_modules/typescript/bin/tsc', ...options, '--singleThreaded']);
      assert.equal(code === 0, output === '', output);
      return output;
    },
    without,
    replacing: (file, text, by, work) => changed(file, (all) => around(all, text).join(by), work),
  };
}

function insert(text: string, { before, text: inserted }: Insertion): string {
  return around(text, before).join(inserted + before);
}

/** What is before and after the one place of a part in a text. */
function around(text: string, part: string): readonly [string, string] {
  const [start, end, ...more] = text.split(part);
  assert.ok(
    start !== undefined && end !== undefined && more.length === 0,
    `${JSON.stringify(part)} is not in one place`,
  );
  return [start, end];
}
