/** Which records the tables of a Markdown text become, before they are made. */
import { recordTypeOf } from './records.ts';
import { hasValue } from './table.ts';
import { tablesOf } from './tables.ts';

export interface TableSurvey {
  readonly type: string;
  readonly records: number;
  /** The columns that the name of a record is made of. */
  readonly namedBy: readonly string[];
}

export interface RecordSurvey {
  readonly records: number;
  /** The first tables, at most 5. */
  readonly tables: readonly TableSurvey[];
  /** How many tables there are, and how many more stay text. */
  readonly count: number;
  readonly left: number;
}

const SHOWN = 5;

/** `title`, of the document, names tables without a heading. */
export function surveyRecords(markdown: string, title: string | null): RecordSurvey {
  const { tables, left } = tablesOf(markdown);
  const sizes = tables.map(({ rows }) => rows.filter(hasValue).length);
  const shown = tables.slice(0, SHOWN).map((table, index) => {
    const { type, identity } = recordTypeOf(table, title);
    return { type, records: sizes[index] ?? 0, namedBy: identity.columns.map((column) => table.columns[column] ?? '') };
  });
  return { records: sizes.reduce((sum, size) => sum + size, 0), tables: shown, count: tables.length, left };
}
