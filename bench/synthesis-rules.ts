/**
 * `npm run bench:synthesis-rules [-- --cases DIR --sets NAME,... --keep DIR]`: the questions that rules make without a model, by the engine
 * alone. DIR has case files of the forms of bench/knowledge/cases.ts; without it the bench looks for `../shared/eval-data/knowledge/general`
 * next to the checkout. The documentation of this service is measured as a set of its own, `docs`.
 *
 * First table: questions in 1,000 words by kind, and the largest share of one form. Second: whether the questions that have an answer can
 * be answered, and whether people's answers are asked for as well, beside the identity cloze (Lewis et al. 2019): each name, year or number of
 * a sentence, asked for by "which" in its place.
 *
 * `--keep` is a folder that gets all questions, as JSON Lines, for reading.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { cutPassages } from '../activities/synthesis/making/cut-passages.ts';
import { readOptions } from '../platform/command-line.ts';
import { openEmbedding } from './embedding.ts';
import { caseNames, readCases } from './knowledge/cases.ts';
import type { Cases, Passage } from './knowledge/cases.ts';
import { openUsable } from './synthesis/measures/usable.ts';
import { byCloze, byRules } from './synthesis/rules/made.ts';
import type { Made } from './synthesis/rules/made.ts';
import { askedAlso, isCopied, perThousandWords, printTable } from './synthesis/rules/tables.ts';

const given = readOptions('npm run bench:synthesis-rules [-- --cases DIR --sets NAME,... --keep DIR]', {
  cases: { type: 'string' },
  sets: { type: 'string' },
  keep: { type: 'string' },
});
const folder = given.cases ?? join(import.meta.dirname, '../../shared/eval-data/knowledge/general');
const names = caseNames(folder).filter((name) => given.sets === undefined || given.sets.split(',').includes(name));
if (names.length === 0)
  console.error(`skipped: NO PUBLIC SETS ARE MEASURED, ${folder} has none of them. Fix: give --cases DIR.`);

const sets = [...(await Promise.all(names.map((name) => readCases(folder, name)))), documentation()];
const embed = await openEmbedding();
const yields: string[][] = [];
const answers: string[][] = [];
for (const cases of sets) {
  const made = byRules(cases.passages);
  keep(cases.name, made);
  yields.push([cases.name, ...perThousandWords(cases.passages, made)]);
  const measure = await openUsable(cases.passages, embed);
  for (const [tool, questions] of [
    ['rules', made],
    ['cloze', sampled(byCloze(cases.passages))],
  ] as const) {
    const answered = questions.flatMap(({ question, answer, contexts }) =>
      answer === null ? [] : [{ question, answer, contexts }],
    );
    const usable = await measure(answered);
    const share = (count: number): string => (count / Math.max(1, usable.length)).toFixed(3);
    answers.push([
      `${cases.name}: ${tool}`,
      String(usable.length),
      share(usable.filter(({ isFound }) => isFound).length),
      share(usable.filter(({ isAnswered }) => isAnswered).length),
      share(usable.filter(({ isGrounded }) => isGrounded).length),
      share(answered.filter(isCopied).length),
      askedAlso(cases, questions),
    ]);
  }
}
printTable(
  [
    'passages',
    'words',
    'single_hop',
    'multi_hop',
    'comparison',
    'temporal',
    'unanswerable',
    'rejected',
    'largest form of the first half',
  ],
  yields,
);
printTable(
  ['questions', 'measured', 'found', 'answered', 'grounded', '8 words in a row copied', "people's answers asked for"],
  answers,
);

/** The documentation, cut as documents of a request are. */
function documentation(): Cases {
  const root = join(import.meta.dirname, '..');
  const files = globSync(['docs/*.md', 'README.md', 'ARCHITECTURE.md'], { cwd: root }).sort();
  const passages = files.flatMap((file): Passage[] => {
    const request = { kind: 'cut' as const, title: basename(file, '.md'), pageSpans: [], most: 1000 };
    return cutPassages(readFileSync(join(root, file), 'utf8'), request).passages.map(({ title, text }) => ({
      title,
      text,
    }));
  });
  return { name: 'docs', passages, questions: [] };
}

/** Every so many of them: a cloze is made of nearly every sentence. */
function sampled(made: readonly Made[]): Made[] {
  const MOST = 400;
  const step = Math.max(1, made.length / MOST);
  return Array.from({ length: Math.min(MOST, made.length) }, (_, at) => made[Math.floor(at * step)]).filter(
    (one) => one !== undefined,
  );
}

function keep(name: string, made: readonly Made[]): void {
  if (given.keep === undefined) return;
  mkdirSync(given.keep, { recursive: true });
  writeFileSync(join(given.keep, `${name}.jsonl`), made.map((one) => `${JSON.stringify(one)}\n`).join(''));
}
