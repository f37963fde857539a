/** What of a workbook is not written, or not as its program shows it: counted, for the warnings. */
import type { ParseWarning } from '../../../documents/types.ts';
import { Omissions as OfficeOmissions, warning } from '../omissions.ts';
import type { SheetCells } from './grid.ts';

export class Omissions extends OfficeOmissions {
  #formulas = 0;

  constructor() {
    super('workbook');
  }

  addSheet({ hidden, formulas }: SheetCells): void {
    this.hide('rows', hidden.rows);
    this.hide('columns', hidden.columns);
    this.#formulas += formulas;
  }

  override get warnings(): ParseWarning[] {
    const message = `Formulas shown because the file does not have their values: ${this.#formulas}.`;
    return [...super.warnings, ...warning('formulas_shown', this.#formulas === 0 ? '' : message)];
  }
}
