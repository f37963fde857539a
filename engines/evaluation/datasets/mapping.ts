/** Makes cases of the rows of a dataset. */
import { Value } from 'typebox/value';
import { ServiceError } from '../../../errors/index.ts';
import { CaseShape } from '../case.ts';
import type { Case, CaseField } from '../case.ts';
import type { Row } from './row.ts';

/** How a column is read: as text, as a number, as a list of texts, or as JSON, which may also be written out as text. */
const READERS: Readonly<Record<CaseField, (value: unknown) => unknown>> = {
  user_input: textOf,
  actual_output: textOf,
  expected_output: textOf,
  accepted_outputs: textsOf,
  retrieval_contexts: textsOf,
  conversation_turns: jsonOf,
  tools: jsonOf,
  tool_calls: jsonOf,
  expected_tool_calls: jsonOf,
  group: textOf,
  latency_ms: numberOf,
  usage: jsonOf,
  cost_usd: numberOf,
  metadata: jsonOf,
};

export const CASE_FIELDS = Object.keys(CaseShape.properties).filter(isCaseField);

function isCaseField(name: string): name is CaseField {
  return Object.hasOwn(READERS, name);
}

/** The column of each field; a field without one is absent from all cases. */
export type FieldMapping = Readonly<Partial<Record<CaseField, string>>>;

/** The case of a row. Throws `case_invalid` when a column has no value of the field's form. `index`: the row's, from 0. */
export function caseOfRow(row: Row, mapping: FieldMapping, index: number): Case {
  const subject: Partial<Record<CaseField, unknown>> = {};
  for (const field of CASE_FIELDS) {
    const column = mapping[field];
    const value = column === undefined ? null : (row[column] ?? null);
    if (value === null) continue;
    const read = READERS[field](value);
    if (!Value.Check(CaseShape.properties[field], read)) {
      const detail = `Row ${index}: the column ${column} does not have the form of ${field}.`;
      throw new ServiceError('case_invalid', detail, { row: index, column, field });
    }
    subject[field] = read;
  }
  return Value.Parse(CaseShape, subject);
}

function textOf(value: unknown): unknown {
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : value;
}

function numberOf(value: unknown): unknown {
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
}

/** A single text is a list of one. */
function textsOf(value: unknown): unknown {
  const list = typeof value === 'string' && value.trimStart().startsWith('[') ? jsonOf(value) : value;
  return Array.isArray(list) ? list.map(textOf) : [textOf(list)];
}

function jsonOf(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return value;
  }
}
