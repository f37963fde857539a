/** Items as rows of an evaluation dataset, whose columns have the names of the fields of a case. */
import { isObject } from '../../../platform/is-object.ts';
import type { Item } from '../items/item.ts';
import { sourcesIn } from '../items/provenance.ts';

/** The column that names the table of a row. */
export const TABLE_COLUMN = 'table';

type Made = Pick<Item, 'value' | 'provenance'>;

/**
 * A question is the input, its answer the expected output (`null` where the sources do not say it), and
 * `reference_contexts` are the passages that it stands on; an altered text is the input; a row has its own columns.
 * `group` is the first document, or source.
 */
export function datasetRow(item: Made): Readonly<Record<string, unknown>> {
  const { value, provenance } = item;
  const { question, answer, contexts, text, table, row, ...more } = value;
  if (isObject(row)) return { ...row, [TABLE_COLUMN]: table };
  if (typeof question === 'string') {
    const asked = { user_input: question, expected_output: answer ?? null, reference_contexts: contexts ?? [] };
    return { ...asked, ...more, ...groupOf(item), provenance };
  }
  if (typeof text === 'string') return { user_input: text, ...more, ...groupOf(item), provenance };
  return { ...value, ...groupOf(item), provenance };
}

/** Items on one document are not independent. */
function groupOf({ provenance }: Made): { readonly group?: string } {
  const [source] = sourcesIn(provenance);
  const { evidence } = provenance;
  const first: unknown = Array.isArray(evidence) ? evidence[0] : provenance;
  const origin = isObject(first) && isObject(first['origin']) ? first['origin'] : {};
  const group = typeof origin['document_id'] === 'string' ? origin['document_id'] : source;
  return group === undefined ? {} : { group };
}
