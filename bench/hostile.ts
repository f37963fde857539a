/**
 * `npm run bench:hostile [-- --seed N --files 300 --rows attack,marks,large-texts,stalled-uploads,reads]`: measures
 * what one tenant's hostile requests cost the service and another tenant. The seed determines the files of the attack,
 * and the texts of `reads`, whose phases take `--seconds 30`, all its attacks together `--minutes 2`; `--embedded`: on
 * the embedded database instead of a Postgres of its own. Exits with 1 when a figure misses its goal.
 */
import { readOptions } from '../platform/command-line.ts';
import type { Infrastructure } from '../embedded/stack.ts';
import { attack } from './hostile/attack.ts';
import { largeTexts } from './hostile/large-texts.ts';
import { marks } from './hostile/marks.ts';
import { reads } from './hostile/reads/index.ts';
import { stalledUploads } from './hostile/stalled-uploads.ts';
import type { Verdict } from './hostile/verdict.ts';
import { runBench } from './support/run.ts';
import type { Row } from './support/table.ts';

const given = readOptions(
  'npm run bench:hostile [-- --seed N --files N --rows NAME,... --seconds N --minutes N --embedded]',
  {
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '300' },
    rows: { type: 'string' },
    seconds: { type: 'string', default: '30' },
    minutes: { type: 'string', default: '2' },
    embedded: { type: 'boolean', default: false },
  },
);
const seed = Number(given.seed);
const files = Number(given.files);

const PARTS: Readonly<Record<string, (stack: Infrastructure) => Promise<readonly Verdict[]>>> = {
  attack: (stack) => attack(stack, seed, files),
  marks,
  'large-texts': largeTexts,
  'stalled-uploads': stalledUploads,
  reads: (stack) =>
    reads(stack, {
      seed,
      seconds: Number(given.seconds),
      minutes: Number(given.minutes),
      isEmbedded: given.embedded,
    }),
};

const chosen = given.rows?.split(',') ?? Object.keys(PARTS);

const missed: string[] = [];
await runBench(run);
for (const what of missed) console.log(`\n✖ ${what}`);
console.log(`\n${missed.length === 0 ? 'PASS' : 'FAIL'} with seed ${seed}`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function run(stack: Infrastructure): Promise<Row[]> {
  const rows: Row[] = [];
  for (const name of chosen) {
    const part = PARTS[name];
    if (part === undefined) throw new Error(`Unknown row "${name}": ${Object.keys(PARTS).join(', ')}.`);
    for (const { row, isMet } of await part(stack)) {
      rows.push(row);
      if (!isMet) missed.push(row.what);
    }
  }
  return rows;
}
