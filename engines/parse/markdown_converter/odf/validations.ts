/** Rules for what may be entered in the cells of a spreadsheet. */
import { childrenOf, descend, textOf, type XmlElement } from '../../documents/xml.ts';
import { referenceOf, type Area } from '../shared/workbook/grid.ts';
import { isKnown, message, type Validation } from '../shared/workbook/sheet-extras.ts';

/** Cells with the rule of a name. */
export interface ValidatedCells extends Area {
  readonly rule: string;
}

/** Reads the rules. The result gives those of a sheet. */
export function readValidations(list: XmlElement | undefined): (cells: readonly ValidatedCells[]) => Validation[] {
  const rules = new Map(
    childrenOf(list, 'table:content-validation').map((rule) => [rule.attributes['table:name'] ?? '', rule]),
  );
  return (cells) =>
    [...Map.groupBy(cells, ({ rule }) => rule)].flatMap(([name, areas]): Validation[] => {
      const rule = rules.get(name);
      if (rule === undefined) return [];
      const condition = rule.attributes['table:condition'] ?? '';
      const choices = choicesOf(condition);
      const [prompt, refusal] = ['table:help-message', 'table:error-message'].map((name) => {
        const element = descend(rule, name);
        return message(element?.attributes['table:title'] ?? '', childrenOf(element, 'text:p').map(textOf).join(' '));
      });
      const on = joined(areas).map(referenceOfArea).join(' ');
      return [
        {
          on,
          choices,
          prompt: prompt ?? '',
          refusal: refusal ?? '',
          isRule: condition !== '' && !IS_LIST.test(condition),
        },
      ].filter(isKnown);
    });
}

const IS_LIST = /cell-content-is-in-list\(|cell-range\(/;

/** `of:cell-content-is-in-list("Yes";"No")`; other conditions have no list, or one in cells. */
function choicesOf(condition: string): string[] {
  const start = condition.indexOf('cell-content-is-in-list(');
  const list = start < 0 ? '' : condition.slice(start);
  return [...list.matchAll(/"((?:[^"]|"")*)"/g)].map(([, choice = '']) => choice.replaceAll('""', '"'));
}

/** Areas that continue one above them are joined to it. */
function joined(areas: readonly Area[]): Area[] {
  const columns = new Map<string, Area>();
  const done: Area[] = [];
  for (const area of areas) {
    const key = `${area.left} ${area.right}`;
    const above = columns.get(key);
    if (above !== undefined && above.bottom + 1 !== area.top) done.push(above);
    columns.set(key, above?.bottom === area.top - 1 ? { ...above, bottom: area.bottom } : area);
  }
  return [...done, ...columns.values()];
}

function referenceOfArea({ top, left, bottom, right }: Area): string {
  const first = referenceOf(top, left);
  return top === bottom && left === right ? first : `${first}:${referenceOf(bottom, right)}`;
}
