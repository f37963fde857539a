/** What of a file is not written, or not as its program shows it: counted, for the warnings. */
import { ServiceError } from '../../../errors/index.ts';
import type { ParseWarning } from './types.ts';
import type { WarningCode } from './warnings.ts';

interface CountedSheet {
  readonly hidden: { readonly rows: number; readonly columns: number; readonly covered: number };
  /** Shown cells with a formula in place of its value. */
  readonly formulas: number;
}

/** Cells with content below a merged one, which covers them. */
export const COVERED = 'cells below merged ones';

export class Omissions {
  readonly #document: string;
  readonly #hidden = new Map<string, number>();
  readonly #objects = new Map<string, number>();
  #formulas = 0;

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

  addSheet({ hidden, formulas }: CountedSheet): void {
    this.hide('rows', hidden.rows);
    this.hide('columns', hidden.columns);
    this.hide(COVERED, hidden.covered);
    this.#formulas += formulas;
  }

  /** The error of a file with nothing to write, which says what it has instead. */
  empty(message: string): ServiceError {
    return new ServiceError('empty', [message, ...this.warnings.map((omitted) => omitted.message)].join(' '));
  }

  get warnings(): ParseWarning[] {
    const hidden = list(this.#hidden);
    const objects = list(this.#objects);
    const formulas = `Formulas shown because the file does not have their values: ${this.#formulas}.`;
    return [
      ...warning('hidden_omitted', hidden === '' ? '' : `Hidden content omitted: ${hidden}.`),
      ...warning('objects_omitted', objects === '' ? '' : `Parts of the ${this.#document} omitted: ${objects}.`),
      ...warning('formulas_shown', this.#formulas === 0 ? '' : formulas),
    ];
  }
}

function add(counts: Map<string, number>, what: string, count: number): void {
  if (count > 0) counts.set(what, (counts.get(what) ?? 0) + count);
}

const list = (counts: ReadonlyMap<string, number>): string =>
  [...counts].map(([what, count]) => `${what}: ${count}`).join(', ');

const warning = (code: WarningCode, message: string): ParseWarning[] =>
  message === '' ? [] : [{ code, message, page: null }];
