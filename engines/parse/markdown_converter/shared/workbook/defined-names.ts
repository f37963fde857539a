/** Names that a workbook gives to values and cells. */
import { text, type Block, type TableCell } from '../../../documents/markdown/model.ts';
import type { Omissions } from '../../../documents/omissions.ts';

export interface DefinedName {
  readonly name: string;
  /** What it stands for, without an equals sign. */
  readonly formula: string;
  /** What its author wrote about it. */
  readonly comment?: string;
}

const CONSTANT = /^("[^"]*"|[-+]?[\d.]+(E[-+]?\d+)?%?|TRUE|FALSE)$/i;

/** A table of the names of constants, which are in no cell; the others are counted as omitted. */
export function nameBlocks(names: readonly DefinedName[], omissions: Omissions): Block[] {
  const constants = names.filter(({ formula }) => CONSTANT.test(formula.trim()));
  omissions.leaveOut('names of cells', names.length - constants.length);
  if (constants.length === 0) return [];
  const cell = (words: string, isHeader: boolean): TableCell => ({
    blocks: [{ kind: 'paragraph', content: [text(words)] }],
    columns: 1,
    rows: 1,
    isHeader,
  });
  const hasComments = constants.some(({ comment = '' }) => comment !== '');
  const rows = constants.map(({ name, formula, comment = '' }) => [
    name,
    formula.trim().replace(/^"|"$/g, ''),
    ...(hasComments ? [comment] : []),
  ]);
  const lines = [['Name', 'Value', ...(hasComments ? ['Comment'] : [])], ...rows].map((line, index) =>
    line.map((words) => cell(words, index === 0)),
  );
  return [{ kind: 'table', rows: lines }];
}
