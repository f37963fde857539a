/** Runs the full circle against a service and writes its report. README.md beside it shows the command. */
import { readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../../platform/command-line.ts';
import { runFullCircle } from './full-circle.ts';

const USAGE =
  'node scripts/run.mjs examples/full-circle/main.ts --token TOKEN [--api URL] [--generator NAME] [--report FILE]';
const {
  token,
  api,
  generator = 'rules',
  report,
} = readOptions(USAGE, {
  token: { type: 'string' },
  api: { type: 'string' },
  generator: { type: 'string' },
  report: { type: 'string' },
});
if (token === undefined) throw new Error(`usage: ${USAGE}`);
const folder = fileURLToPath(new URL('documents', import.meta.url));
const files = readdirSync(folder).map((name) => `${folder}/${name}`);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const client = { apiUrl: api ?? 'http://127.0.0.1:8080', token, say };
const result = await runFullCircle(client, { files, key: `full-circle-${Date.now()}`, count: 50, generator });
for (const [metric, mean] of Object.entries(result.means)) say(`${metric}: ${mean?.toFixed(2) ?? 'not measured'}`);
const path = report ?? 'full-circle.html';
writeFileSync(path, result.report);
say(`${result.questions} questions; the report is ${path}`);
