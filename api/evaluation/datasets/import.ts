/** Submits imports: jobs that make a version of a dataset from a file, or from a dataset of knowledge. */
import { extname } from 'node:path';
import type { ImportSource } from '../../../activities/evaluation/datasets/types.ts';
import { findDataset } from '../../../domain/evaluation/datasets/datasets.ts';
import { findVersion } from '../../../domain/evaluation/datasets/versions.ts';
import { importResultOf } from '../../../domain/evaluation/results.ts';
import { findDataset as findKnowledge } from '../../../domain/knowledge/datasets/index.ts';
import { EVALUATION_TASK_QUEUE } from '../../../domain/manifests/evaluation.ts';
import { parseLocator } from '../../../domain/parse/locator.ts';
import { currentVersion, findReadable } from '../../../domain/storage/objects.ts';
import { LARGEST_PARQUET } from '../../../engines/evaluation/options.ts';
import { ValidationError } from '../../contract/validation.ts';
import type { FoundJob } from '../../jobs/job-lookup.ts';
import { jobResult } from '../../jobs/result.ts';
import { submitOne } from '../../jobs/submit/job-route.ts';
import { queueWarnings } from '../../jobs/submit/readiness.ts';
import type { Origin } from '../../jobs/submit/submission.ts';
import type { Services } from '../../services.ts';
import { versionOf } from './datasets.ts';
import type { EvalDatasetVersion, EvalImportRequest } from './schemas.ts';
import { enforceScope } from '../../identity/enforce-scope.ts';

export async function submitImport(services: Services, datasetId: string, request: EvalImportRequest, origin: Origin) {
  const dataset = await findDataset(services.database, origin.identity, datasetId);
  const rows = await readSource(services, request, origin);
  const order = {
    workflow: 'importJob' as const,
    source: dataset.datasetKey,
    summary: `import · ${dataset.datasetKey}`,
    input: { dataset_id: dataset.id, rows },
    warnings: await queueWarnings(services, EVALUATION_TASK_QUEUE),
  };
  return submitOne(services, 'evaluation.import', origin, { request, body: { datasetId, ...request }, order });
}

function readSource(services: Services, request: EvalImportRequest, origin: Origin): Promise<ImportSource> {
  const { type, locator, format, delimiter, dataset_id, unit } = request;
  const other = type === 'object' ? { dataset_id, unit } : { locator, format, delimiter };
  for (const [member, value] of Object.entries(other)) {
    if (value !== undefined) throw invalid(member, `Leave out ${member}: type is ${type}.`);
  }
  return type === 'object' ? readObject(services, request, origin) : readKnowledge(services, request, origin);
}

/** The format of a file by the ending of its name. */
const FORMATS = {
  '.jsonl': { format: 'jsonl', delimiter: ',' },
  '.ndjson': { format: 'jsonl', delimiter: ',' },
  '.csv': { format: 'csv', delimiter: ',' },
  '.tsv': { format: 'csv', delimiter: '\t' },
  '.parquet': { format: 'parquet', delimiter: ',' },
} as const;
const ENDINGS = Object.entries(FORMATS);

async function readObject(
  services: Services,
  { locator, format, delimiter }: EvalImportRequest,
  { identity }: Origin,
): Promise<ImportSource> {
  if (locator === undefined) throw invalid('locator', 'Give the locator of a stored file.');
  const found = parseLocator(locator, services.config.objects.bucket);
  if ('fault' in found) throw invalid('locator', found.fault);
  if (found.kind === 'url')
    throw invalid('locator', 'A web address cannot be imported. Upload the file and give its locator.');
  const { object_id } = found;
  const row = (await findReadable(services, identity, [object_id])).get(object_id);
  if (!row) throw invalid('locator', `There is no object ${object_id} that you may read.`);
  const ending = extname(row.filename ?? '').toLowerCase();
  const known = ENDINGS.find(([name]) => name === ending)?.[1];
  const chosen = format ?? known?.format;
  if (chosen === undefined)
    throw invalid(
      'format',
      `Give the format: the name of the file ends in none of ${Object.keys(FORMATS).join(', ')}.`,
    );
  const { sha256, sizeBytes } = currentVersion(row);
  if (chosen === 'parquet' && sizeBytes > LARGEST_PARQUET) {
    throw invalid('locator', `A Parquet file has at most ${LARGEST_PARQUET} bytes. Split it, or import JSONL.`);
  }
  return {
    type: 'object',
    object_id,
    sha256,
    format: chosen,
    delimiter: delimiter ?? known?.delimiter ?? ',',
  };
}

async function readKnowledge(
  { database }: Services,
  { dataset_id, unit = 'chunks' }: EvalImportRequest,
  { identity }: Origin,
): Promise<ImportSource> {
  if (dataset_id === undefined) throw invalid('dataset_id', 'Give the knowledge dataset.');
  enforceScope(identity, 'knowledge:read');
  const { id } = await findKnowledge(database, identity, { dataset_id });
  return { type: 'knowledge_dataset', dataset_id: id, unit };
}

function invalid(member: string, msg: string): ValidationError {
  return new ValidationError([{ loc: ['body', member], msg, type: 'import_source' }]);
}

/** The version that an import added. `not_found` when its dataset was deleted since. */
export async function importResult(services: Services, job: FoundJob): Promise<EvalDatasetVersion> {
  const { dataset_id, version } = await jobResult(services, job, importResultOf);
  return versionOf(await findVersion(services.database, dataset_id, version));
}
