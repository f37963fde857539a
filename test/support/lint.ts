/** Runs the linter, as the project configures it, on lines of code. */
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { LAYERS } from '../../scripts/lint/layers.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The lines of a file in a folder of the project that one of the rules refuses. */
export function refusedLines(folder: string, lines: readonly string[], rules: readonly string[]): string[] {
  const directory = mkdtempSync(join(tmpdir(), 'tidemill-lint-'));
  try {
    // Rules read the files that a line imports.
    for (const other of [...Object.keys(LAYERS), 'scripts']) {
      if (other !== folder) symlinkSync(join(root, other), join(directory, other));
    }
    mkdirSync(join(directory, folder));
    copyFileSync(join(root, '.oxlintrc.json'), join(directory, '.oxlintrc.json'));
    writeFileSync(join(directory, folder, 'probe.ts'), lines.join('\n'));
    const oxlint = join(root, 'node_modules/.bin/oxlint');
    const options = { cwd: directory, encoding: 'utf8' } as const;
    const { stdout } = spawnSync(oxlint, ['--format=unix', '--allow=all', folder], options);
    const reports = [...stdout.matchAll(/:(\d+):\d+: .*\[Error\/[a-z]+\(([a-z-]+)\)\]$/gm)];
    const refused = new Set(reports.flatMap(([, line, rule = '']) => (rules.includes(rule) ? [Number(line)] : [])));
    return lines.filter((_line, index) => refused.has(index + 1));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
