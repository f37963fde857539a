/** Formatting by offset in the document stream: pages of 512 bytes, each listing the runs it covers. */
import type { DocFile } from './file.ts';
import { append } from '../../documents/append.ts';

export interface FormattedRun {
  /** Offsets in the document stream. */
  readonly start: number;
  readonly end: number;
  /** Property list; for paragraphs preceded by the index of their style. */
  readonly properties: Buffer;
}

const PAGE = 512;

/** Runs in ascending order, for {@link runAt}. */
export function readRuns(file: DocFile, kind: 'characterPages' | 'paragraphPages'): FormattedRun[] {
  const table = file.part(kind);
  const count = Math.max(0, Math.floor((table.length - 4) / 8));
  const runs: FormattedRun[] = [];
  const seen = new Set<number>();
  for (let i = 0; i < count; i++) {
    const number = table.readUInt32LE((count + 1) * 4 + i * 4) & 0x3fffff;
    const page = file.document.subarray(number * PAGE, number * PAGE + PAGE);
    if (page.length < PAGE || seen.has(number)) continue;
    seen.add(number);
    append(runs, readPage(page, kind));
  }
  return runs.sort((a, b) => a.start - b.start);
}

function readPage(page: Buffer, kind: 'characterPages' | 'paragraphPages'): FormattedRun[] {
  const count = page[PAGE - 1] ?? 0;
  const width = kind === 'characterPages' ? 1 : 13;
  if ((count + 1) * 4 + count * width > PAGE - 1) return [];
  return Array.from({ length: count }, (_, index) => {
    const at = (page[(count + 1) * 4 + index * width] ?? 0) * 2;
    const properties =
      at === 0 ? Buffer.alloc(0) : kind === 'characterPages' ? characterList(page, at) : paragraphList(page, at);
    return { start: page.readUInt32LE(index * 4), end: page.readUInt32LE(index * 4 + 4), properties };
  });
}

function characterList(page: Buffer, at: number): Buffer {
  return page.subarray(at + 1, at + 1 + (page[at] ?? 0));
}

/** A length of 0 is followed by the length of an even-sized list. */
function paragraphList(page: Buffer, at: number): Buffer {
  const words = page[at] ?? 0;
  return words > 0 ? page.subarray(at + 1, at + words * 2) : page.subarray(at + 2, at + 2 + (page[at + 1] ?? 0) * 2);
}

/** Index of the run that covers an offset, or -1. */
export function runAt(runs: readonly FormattedRun[], offset: number): number {
  let low = 0;
  let high = runs.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const run = runs[middle];
    if (run === undefined) break;
    if (offset < run.start) high = middle - 1;
    else if (offset >= run.end) low = middle + 1;
    else return middle;
  }
  return -1;
}
