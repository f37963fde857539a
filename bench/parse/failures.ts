/** The worst document of each class of failure, with the place where its Markdown first leaves the truth. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ScoredCase } from './documents.ts';

interface FailureClass {
  readonly name: string;
  /** How bad the failure is, 0 to 1; `null` where it cannot occur. */
  readonly loss: (scores: ScoredCase) => number | null;
}

const missing = (share: number | null): number | null => (share === null ? null : 1 - share);

const CLASSES: readonly FailureClass[] = [
  { name: 'words lost or invented', loss: ({ f1 }) => 1 - f1 },
  { name: 'words out of order', loss: ({ f1, edit }) => f1 - edit },
  { name: 'table cells lost', loss: ({ cell }) => missing(cell) },
  {
    name: 'table cells in other rows or columns',
    loss: ({ cell, adj }) => (cell === null || adj === null ? null : cell - adj),
  },
  { name: 'headings lost or invented', loss: ({ head }) => missing(head) },
];

/** Smaller losses are not shown. */
const LEAST_LOSS = 0.1;
/** Characters shown of each text. */
const EXCERPT = 300;

/** Prints them, of the documents that were converted into `output`. */
export async function printFailures(cases: readonly ScoredCase[], folder: string, output: string): Promise<void> {
  for (const { name, loss } of CLASSES) {
    const [worst] = cases
      .filter(({ ms }) => ms > 0)
      .map((scores) => ({ file: scores.file, by: loss(scores) ?? 0 }))
      .sort((a, b) => b.by - a.by);
    if (worst === undefined || worst.by < LEAST_LOSS) continue;
    const [truth, ours] = await Promise.all([
      readFile(join(folder, 'gt', `${worst.file}.md`), 'utf8'),
      readFile(join(output, `${worst.file}.md`), 'utf8'),
    ]);
    const at = firstDifference(truth, ours);
    console.log(`\n── ${name}: ${worst.file}, ${worst.by.toFixed(3)}`);
    console.log(`truth: ${excerpt(truth, at)}`);
    console.log(`ours:  ${excerpt(ours, at)}`);
  }
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a.charAt(at) === b.charAt(at)) at++;
  return at;
}

const excerpt = (text: string, at: number): string => JSON.stringify(text.slice(at, at + EXCERPT));
