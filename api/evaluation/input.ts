/** What a run takes its cases or prompts from. */
import { Readable } from 'node:stream';
import { builtInDataset, BUILT_IN_DATASETS } from '../../domain/evaluation/datasets/built-in/index.ts';
import { casesOfRows } from '../../domain/evaluation/datasets/cases.ts';
import type { DatasetSource, Selection } from '../../domain/evaluation/datasets/cases.ts';
import { findDataset } from '../../domain/evaluation/datasets/datasets.ts';
import { completeMapping } from '../../domain/evaluation/datasets/mapping.ts';
import { columnsOf, findVersion } from '../../domain/evaluation/datasets/versions.ts';
import type { Case } from '../../engines/evaluation/cases/index.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import { ServiceError } from '../../errors/index.ts';
import { ValidationError } from '../contract/validation.ts';
import type { Services } from '../services.ts';
import type { EvalRequest } from './schemas.ts';

type Input = EvalRequest['input'];

export interface RunInput {
  /** Cases that the run will have; none if its prompts are made up. */
  readonly cases: number;
  /** The version of an evaluation dataset whose rows they are. */
  readonly dataset: DatasetSource | null;
  /** Cases that are kept as an object of the job. */
  readonly kept: readonly Case[] | null;
  /** The built-in dataset that they are from, with the beginning of its digest. */
  readonly builtIn: string | null;
}

/** Throws what is wrong with the input, and `not_found` or `access_denied` for its dataset. */
export async function readInput(services: Services, caller: Caller, input: Input): Promise<RunInput> {
  const { type, test_cases: kept = null } = input;
  if (type === 'builtin_dataset') return readBuiltIn(input);
  if (type !== 'dataset') return { cases: kept?.length ?? 0, dataset: null, kept, builtIn: null };
  const dataset = await readDataset(services, caller, input);
  return { cases: Math.min(dataset.limit ?? dataset.rows, dataset.rows), dataset, kept: null, builtIn: null };
}

async function readDataset(services: Services, caller: Caller, input: Input): Promise<DatasetSource> {
  const { dataset_id, version: wanted = null } = input;
  if (dataset_id === undefined) throw wrong('dataset_id', 'Name the evaluation dataset, see GET /v1/eval/datasets.');
  await findDataset(services.database, caller, dataset_id);
  const { version, rowsKey: rows_key, rows, columns } = await findVersion(services.database, dataset_id, wanted);
  return { dataset_id, version, rows_key, rows, ...selectionOf(input, columnsOf(columns)) };
}

/** The job keeps the cases itself: those of a later release may differ. */
async function readBuiltIn(input: Input): Promise<RunInput> {
  const { builtin_dataset_key: key } = input;
  if (key === undefined) {
    throw wrong('builtin_dataset_key', 'Name the built-in dataset, see GET /v1/eval/builtin-datasets.');
  }
  const found = builtInDataset(key);
  if (found === null) {
    const known = BUILT_IN_DATASETS.map((dataset) => dataset.key).join(', ');
    throw wrong('builtin_dataset_key', `There is no built-in dataset ${key}. Known: ${known}.`);
  }
  const { rows, columns, sha256 } = found;
  const kept: Case[] = [];
  try {
    for await (const one of casesOfRows(Readable.from(rows), rows.length, selectionOf(input, columns))) kept.push(one);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'case_invalid') throw error;
    throw wrong('field_mapping', error.message, String(error.details['field']));
  }
  return { cases: kept.length, dataset: null, kept, builtIn: `${key}@${sha256.slice(0, 12)}` };
}

function selectionOf(input: Input, columns: readonly { readonly name: string }[]): Selection {
  const { field_mapping: named = {}, limit = null, seed = null } = input;
  const names = columns.map(({ name }) => name);
  for (const [field, column] of Object.entries(named)) {
    if (!names.includes(column)) {
      throw wrong('field_mapping', `There is no column ${column}. The columns are: ${names.join(', ')}.`, field);
    }
  }
  const mapping = completeMapping(named, names);
  if (Object.keys(mapping).length === 0) {
    throw wrong('field_mapping', `No column has the name of a field: map some of ${names.join(', ')}.`);
  }
  return { mapping, limit, seed };
}

const wrong = (member: string, msg: string, ...deeper: string[]): ValidationError =>
  new ValidationError([{ loc: ['body', 'input', member, ...deeper], msg, type: 'eval_input' }]);
