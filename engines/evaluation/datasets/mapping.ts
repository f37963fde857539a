/** Makes cases of the rows of a dataset. */
import { Value } from 'typebox/value';
import { ServiceError } from '../../../errors/index.ts';
import { CaseShape } from '../cases/case.ts';
import type { Case, CaseField } from '../cases/case.ts';
import { MOST_COST_USD, MOST_LATENCY_MS, TURN_ROLES } from '../options.ts';
import type { Row } from './row.ts';

interface Form {
  /** Of the value of a column. */
  readonly read: (value: unknown) => unknown;
  /** What it then has to be. */
  readonly is: string;
}

const TEXT: Form = { read: textOf, is: 'a text' };
const TEXTS: Form = { read: textsOf, is: 'a list of texts' };
const CALLS: Form = { read: jsonOf, is: 'a list of calls, each with name and arguments' };
const numberUpTo = (most: number): Form => ({ read: numberOf, is: `a number from 0 to ${most}` });

/** How columns are read: JSON may also be written out as text. */
const FORMS: Readonly<Record<CaseField, Form>> = {
  user_input: TEXT,
  actual_output: TEXT,
  expected_output: TEXT,
  accepted_outputs: TEXTS,
  retrieval_contexts: TEXTS,
  conversation_turns: { read: jsonOf, is: `a list of turns, each with role (${TURN_ROLES.join(', ')}) and content` },
  tools: { read: jsonOf, is: 'a list of tools, each with a name' },
  tool_calls: CALLS,
  expected_tool_calls: CALLS,
  group: TEXT,
  latency_ms: numberUpTo(MOST_LATENCY_MS),
  usage: { read: jsonOf, is: 'an object with input_tokens and output_tokens' },
  cost_usd: numberUpTo(MOST_COST_USD),
  metadata: { read: jsonOf, is: 'an object' },
};

export const CASE_FIELDS = Object.keys(CaseShape.properties).filter(isCaseField);

function isCaseField(name: string): name is CaseField {
  return Object.hasOwn(FORMS, name);
}

/** The column of each field; a field without one is absent from all cases. */
export type FieldMapping = Readonly<Partial<Record<CaseField, string>>>;

/**
 * The case of a row. Throws `case_invalid` when a column has no value of the field's form. `index`: the row's, from 0.
 */
export function caseOfRow(row: Row, mapping: FieldMapping, index: number): Case {
  const subject: Partial<Record<CaseField, unknown>> = {};
  for (const field of CASE_FIELDS) {
    const column = mapping[field];
    const value = column === undefined ? null : (row[column] ?? null);
    if (value === null) continue;
    const { read, is } = FORMS[field];
    const found = read(value);
    if (!Value.Check(CaseShape.properties[field], found)) {
      const fix = `Correct it, or name another column of ${field} in field_mapping.`;
      const detail = `Row ${index} (from 0), column ${column}: the value is not ${is}, as ${field} needs. ${fix}`;
      throw new ServiceError('case_invalid', detail, { row: index, column, field });
    }
    subject[field] = found;
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
