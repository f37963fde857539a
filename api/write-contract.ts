/** `npm run contract`: writes openapi.json from the route table; with `--check` fails when the file differs. */
import { readFileSync, writeFileSync } from 'node:fs';
import { readOptions } from '../platform/command-line.ts';
import { routes } from './routes.ts';
import { laidOut } from './contract/document/layout.ts';
import { openApiDocument } from './contract/document/openapi.ts';

const { check } = readOptions('npm run contract [-- --check]', { check: { type: 'boolean' } });
const file = new URL('../openapi.json', import.meta.url);
const text = `${laidOut(openApiDocument(routes))}\n`;

if (!check) {
  writeFileSync(file, text);
  console.log('openapi.json written');
} else if (readFileSync(file, 'utf8') !== text) {
  console.error('openapi.json differs from the route table. Fix: run "npm run contract" and commit the file.');
  process.exit(1);
}
