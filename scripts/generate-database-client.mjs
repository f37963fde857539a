// Generates the typed database client. `prisma generate` needs no schema engine, but its CLI downloads one unless it
// gets a path. Any executable will do, so this works offline.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const cli = join(root, 'node_modules/prisma/build/index.js');
if (!existsSync(cli)) {
  console.warn('The database client was not generated: without development packages, the build supplies it.');
  process.exit(0);
}
const result = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
  cwd: root,
  encoding: 'utf8',
  env: { PRISMA_SCHEMA_ENGINE_BINARY: process.execPath, CHECKPOINT_DISABLE: '1', ...process.env },
});
if (result.status !== 0) {
  console.error(result.stdout + result.stderr);
  process.exit(1);
}

// Lets scripts/run.mjs detect an outdated client.
const schema = readFileSync(join(root, 'prisma/schema.prisma'));
const hash = createHash('sha256').update(schema).digest('hex');
writeFileSync(join(root, 'platform/database/generated/.generated-from'), hash);
