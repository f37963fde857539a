/** The text around the place that states a fact. */
import type { PagePassage } from './data.ts';

/** UTF-16 code units before and after the place, and of the place itself. A sentence of a fact is rarely longer. */
const AROUND = 160;
const STATED = 600;

/** Cut between words where there are any. `start` and `end` are UTF-16 code units of the text. */
export function passageOf(document: string, text: string, start: number, end: number): PagePassage {
  const from = Math.max(0, start - AROUND);
  const to = Math.min(text.length, end + AROUND);
  const [before, stated, after] = [text.slice(from, start), text.slice(start, end), text.slice(end, to)];
  return {
    document,
    before: from === 0 ? before : `… ${before.replace(/^\S{0,40}\s/, '')}`.toWellFormed(),
    stated: stated.length > STATED ? `${stated.slice(0, STATED)}…`.toWellFormed() : stated,
    after: to === text.length ? after : `${after.replace(/\s\S{0,40}$/, '')} …`.toWellFormed(),
  };
}
