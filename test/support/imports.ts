/** What a program loads at run time, found by reading its files. */
import { existsSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join } from 'node:path';

export interface Imports {
  /** Paths of files. */
  readonly files: ReadonlySet<string>;
  /** Names of packages. */
  readonly packages: ReadonlySet<string>;
}

/** Statements that are erased before the program runs. */
const TYPES_ONLY = /^(import|export) type [^;]*;|^import \{(\s*type \w+,?)+\s*\} from [^;]*;/gm;
/** `from 'x'`, `import 'x'`, `import('x')`, `resolve('x')`. */
const SPECIFIER = /(?:\bfrom\s+|(?<![.\w])import\s+|\bimport\(\s*|\bresolve\(\s*)'([^'\n]+)'/g;
/** Files that are started, bundled or read by their path. */
const NAMED = /'(\.{1,2}\/[\w./-]+\.(?:ts|mjs|json|md))'/g;

/**
 * Follows the imports from some scripts, given relative to `root`; every file that one names by a relative path counts.
 */
export function walkImports(root: string, scripts: readonly string[]): Imports {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = scripts.map((script) => join(root, script));
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file) || !existsSync(file)) continue;
    files.add(file);
    if (!/\.(ts|mjs)$/.test(file)) continue;
    const text = readFileSync(file, 'utf8').replaceAll(TYPES_ONLY, '');
    const folder = dirname(file);
    for (const [, specifier = ''] of [...text.matchAll(SPECIFIER), ...text.matchAll(NAMED)]) {
      if (specifier.startsWith('.')) open.push(join(folder, specifier));
      else if (!isBuiltin(specifier)) packages.add(packageOf(specifier));
    }
  }
  return { files, packages };
}

function packageOf(specifier: string): string {
  const [scope = '', name = ''] = specifier.split('/');
  return scope.startsWith('@') ? `${scope}/${name}` : scope;
}
