import { CASE_FIELDS } from '../../../engines/evaluation/datasets/index.ts';
import type { FieldMapping } from '../../../engines/evaluation/datasets/index.ts';

export type { FieldMapping };

/** Fields take the columns that are named, and otherwise the one with their own name, if there is one. */
export function completeMapping(named: FieldMapping, columns: readonly string[]): FieldMapping {
  const own = CASE_FIELDS.filter((field) => named[field] === undefined && columns.includes(field));
  return { ...named, ...Object.fromEntries(own.map((field) => [field, field])) };
}
