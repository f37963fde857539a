/** Evaluation datasets and their versions as the API creates and shows them. */
import { DEFAULT_ACCESS_POLICY, guardedBy } from '../../../domain/access/policy.ts';
import type { Accessor } from '../../../domain/access/policy.ts';
import { createDataset, findDataset } from '../../../domain/evaluation/datasets/datasets.ts';
import type { DatasetRow } from '../../../domain/evaluation/datasets/datasets.ts';
import { readRowPage } from '../../../domain/evaluation/datasets/rows.ts';
import { addVersion, checkedRows, columnsOf, findVersion } from '../../../domain/evaluation/datasets/versions.ts';
import type { EvaluationDatasetVersion } from '../../../domain/evaluation/datasets/versions.ts';
import { newId } from '../../../domain/ids.ts';
import { ServiceError } from '../../../errors/index.ts';
import { policyOf } from '../../access-policy.ts';
import { otherCursor } from '../../contract/time-cursor.ts';
import { ValidationError } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';
import { ROW_PAGES } from './schemas.ts';
import type { EvalDataset, EvalDatasetRequest, EvalDatasetVersion, EvalRowPage, EvalRowsRequest } from './schemas.ts';

export async function newDataset(
  { database, config }: Services,
  caller: Accessor,
  { dataset_key, display_name, description, retention_class, access_policy }: EvalDatasetRequest,
): Promise<EvalDataset> {
  const dataset = {
    datasetKey: dataset_key,
    displayName: display_name,
    description: description ?? null,
    retentionClass: retention_class ?? 'standard',
    accessPolicy: { ...DEFAULT_ACCESS_POLICY, ...access_policy },
  };
  return datasetOf(await createDataset(database, caller, dataset, config.storage.temporaryRetentionDays));
}

export function datasetOf(row: DatasetRow): EvalDataset {
  const [latest] = row.versions;
  return {
    dataset_id: row.id,
    dataset_key: row.datasetKey,
    display_name: row.displayName,
    description: row.description,
    retention_class: row.retentionClass,
    expires_at: row.expiresAt?.toISOString() ?? null,
    access_policy: policyOf(guardedBy(row).accessPolicy),
    latest_version: latest ? versionOf(latest) : null,
    created_by: row.ownerSubject,
    created_at: row.createdAt.toISOString(),
  };
}

export function versionOf(row: EvaluationDatasetVersion): EvalDatasetVersion {
  return {
    dataset_id: row.datasetId,
    version: row.version,
    rows: row.rows,
    bytes: Number(row.bytes),
    sha256: row.sha256,
    columns: columnsOf(row.columns),
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  };
}

/** Adds rows as a version of a dataset that the caller may read. */
export async function addRows(
  services: Services,
  caller: Accessor,
  datasetId: string,
  { rows }: EvalRowsRequest,
): Promise<EvalDatasetVersion> {
  const { id } = await findDataset(services.database, caller, datasetId);
  const addition = { datasetId: id, origin: newId('evds'), subject: caller.subject, rows: checkedRows(rows) };
  try {
    return versionOf(await addVersion(services, addition));
  } catch (error) {
    if (!(error instanceof ServiceError) || error.code !== 'rows_invalid') throw error;
    const index = Number(error.details['line']) - 1;
    const type = String(error.details['reason']);
    throw new ValidationError([{ loc: ['body', 'rows', index], msg: error.message, type }]);
  }
}

/** A page of the rows of a version; its cursor is the index of the next row and the byte at which its line begins. */
export async function rowPage(
  { database, objects }: Services,
  caller: Accessor,
  datasetId: string,
  { version, limit = ROW_PAGES.usual, cursor = '0.0' }: EvalRowPage,
) {
  const { id } = await findDataset(database, caller, datasetId);
  const found = await findVersion(database, id, version ?? null);
  const [index = 0, byte = 0] = cursor.split('.').map(Number);
  const stored = { rowsKey: found.rowsKey, bytes: Number(found.bytes) };
  const page = await readRowPage(objects, stored, { index, byte }, limit);
  if (page === null) throw otherCursor();
  const { rows, next } = page;
  return {
    version: found.version,
    items: rows.map((row) => ({ index: row.index, values: { ...row.row } })),
    next_cursor: next && `${next.index}.${next.byte}`,
  };
}
