/** What a sheet has beside its cells and objects: heads and feet of its pages, and rules for what may be entered. */
import type { SheetExtras } from '../shared/workbook/sheet-extras.ts';
import { orElse, type XlsRecord } from './records.ts';
import { narrowString, StringReader } from './strings.ts';
import { readValidation } from './validations.ts';
import type { XlsWorkbook } from './workbook.ts';

const HEADER = 0x14;
const FOOTER = 0x15;
const SCENARIO = 0xaf;
const VALIDATION = 0x1be;

export function readExtras(
  records: readonly XlsRecord[],
  { isUnicode, decode }: Pick<XlsWorkbook, 'isUnicode' | 'decode'>,
): SheetExtras {
  const headers = new Map<string, string>();
  for (const { type, parts } of records) {
    const [data = Buffer.alloc(0)] = parts;
    if ((type !== HEADER && type !== FOOTER) || data.length === 0) continue;
    const code = isUnicode ? new StringReader(parts).read(2) : narrowString(data, 0, 1, decode);
    headers.set(type === HEADER ? 'oddHeader' : 'oddFooter', code);
  }
  const rules = records.filter(({ type }) => type === VALIDATION);
  const validations = rules.map((rule) =>
    orElse(
      () => readValidation(rule),
      () => null,
    ),
  );
  const scenarios = records.filter(({ type }) => type === SCENARIO).length;
  return { headers, validations: validations.filter((rule) => rule !== null), unreadLists: 0, scenarios };
}
