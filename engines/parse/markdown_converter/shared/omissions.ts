/** What of an office file is not written: counted, for the warnings. */
import type { ParseWarning } from '../../documents/types.ts';
import type { WarningCode } from '../../documents/warnings.ts';

export class Omissions {
  readonly #document: string;
  readonly #hidden = new Map<string, number>();
  readonly #objects = new Map<string, number>();

  /** `document` is a noun: `workbook`. */
  constructor(document: string) {
    this.#document = document;
  }

  /** `what` in the plural. */
  hide(what: string, count = 1): void {
    add(this.#hidden, what, count);
  }

  /** `what` in the plural. */
  leaveOut(what: string, count = 1): void {
    add(this.#objects, what, count);
  }

  get warnings(): ParseWarning[] {
    const hidden = list(this.#hidden);
    const objects = list(this.#objects);
    return [
      ...warning('hidden_omitted', hidden === '' ? '' : `Hidden content omitted: ${hidden}.`),
      ...warning('objects_omitted', objects === '' ? '' : `Parts of the ${this.#document} omitted: ${objects}.`),
    ];
  }
}

function add(counts: Map<string, number>, what: string, count: number): void {
  if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count);
}

const list = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, count]) => `${what}: ${count}`).join(', ');

export const warning = (code: WarningCode, message: string): ParseWarning[] =>
  message === '' ? [] : [{ code, message, page: null }];
