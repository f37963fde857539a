/**
 * `node scripts/run.mjs bench/evaluation/count-frequencies.ts FILE ...`: writes in how many passages each stem occurs,
 * for `rarity`. A file has one passage per line.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { tokensOf } from '../../engines/evaluation/judges/built-in/tokens.ts';
import { readWords } from '../../platform/command-line.ts';

const TABLE = new URL('../../engines/evaluation/judges/built-in/frequencies.json', import.meta.url);
/** Rarer stems are as good as unknown. */
const LEAST = 2;

const passages = new Set(
  readWords('count-frequencies FILE ...').flatMap((file) => readFileSync(file, 'utf8').trim().split('\n')),
);
const stems = new Map<string, number>();
for (const passage of passages) {
  for (const stem of new Set(tokensOf(passage, 'en').map(({ stem }) => stem)))
    stems.set(stem, (stems.get(stem) ?? 0) + 1);
}
const kept = [...stems]
  .filter(([stem, count]) => count >= LEAST && !/\d/.test(stem))
  .sort(([a], [b]) => (a < b ? -1 : 1));
writeFileSync(TABLE, `${JSON.stringify({ documents: passages.size, stems: Object.fromEntries(kept) })}\n`);
