/** Where the cases of a quality run come from. */
import type { Caller } from '../../domain/identity/identity.ts';
import type { DatasetSource } from '../../domain/evaluation/datasets/cases.ts';
import { findDataset } from '../../domain/evaluation/datasets/datasets.ts';
import { completeMapping } from '../../domain/evaluation/datasets/mapping.ts';
import { columnsOf, findVersion } from '../../domain/evaluation/datasets/versions.ts';
import { ValidationError } from '../contract/validation.ts';
import type { Services } from '../services.ts';
import type { EvalRequest } from './schemas.ts';

type Input = EvalRequest['input'];

/** The dataset of an input that names one; `null` for cases in the request. Throws what is wrong with it, and `not_found` or `access_denied`. */
export async function readSource(services: Services, caller: Caller, input: Input): Promise<DatasetSource | null> {
  if (input.type !== 'dataset') return null;
  const { dataset_id, version: wanted, field_mapping: named = {}, limit = null, seed = null } = input;
  if (dataset_id === undefined) throw wrong('dataset_id', 'Name the evaluation dataset, see GET /v1/eval/datasets.');
  await findDataset(services.database, caller, dataset_id);
  const found = await findVersion(services.database, dataset_id, wanted ?? null);
  const columns = columnsOf(found.columns).map(({ name }) => name);
  for (const [field, column] of Object.entries(named)) {
    if (!columns.includes(column)) {
      throw wrong('field_mapping', `There is no column ${column}. The columns are: ${columns.join(', ')}.`, field);
    }
  }
  const mapping = completeMapping(named, columns);
  if (Object.keys(mapping).length === 0) {
    throw wrong('field_mapping', `No column has the name of a field: map some of ${columns.join(', ')}.`);
  }
  const { version, rowsKey: rows_key, rows } = found;
  return { dataset_id, version, rows_key, rows, mapping, limit, seed };
}

/** Cases that the run will have. */
export const casesOf = (input: Input, source: DatasetSource | null): number =>
  source === null ? (input.test_cases?.length ?? 0) : Math.min(source.limit ?? source.rows, source.rows);

const wrong = (member: string, msg: string, ...deeper: string[]): ValidationError =>
  new ValidationError([{ loc: ['body', 'input', member, ...deeper], msg, type: 'eval_input' }]);
