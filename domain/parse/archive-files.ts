/** The files of an archive that is parsed to a document of each: their bytes and names are beside the archive's job. */
import { Type } from 'typebox';
import type { ObjectStore } from '../../platform/objects/index.ts';
import { OrNull, decoder } from '../../platform/stored-json.ts';
import type { Stored } from '../../platform/stored-json.ts';
import type { Database } from '../../platform/database/client.ts';
import { ServiceError } from '../../errors/index.ts';
import { childJobId, documentIdOfJob } from '../ids.ts';
import { endsOfJobs, JobErrorShape } from '../jobs/records.ts';
import type { JobError } from '../jobs/model.ts';
import { folderOf } from './keys.ts';
import type { ArchiveFileRef } from './locator.ts';
import { StoredSourceSchema } from './source.ts';
import type { StoredSource } from './source.ts';

const ArchiveFileSchema = Type.Object({
  /** In the archive. */
  path: Type.String(),
  media_type: Type.String(),
  bytes: Type.Integer(),
  sha256: Type.String(),
  /** Why it could not be unpacked; then nothing else of it is known. */
  error: OrNull(Type.Pick(JobErrorShape, ['code', 'message', 'details'])),
});
export type ArchiveFile = Stored<typeof ArchiveFileSchema>;

const ArchiveFilesSchema = Type.Object({
  /** The stored object that the archive is, whose policy the documents inherit. */
  object: StoredSourceSchema.properties.object,
  files: Type.Array(ArchiveFileSchema),
  /** Whether there are more. */
  has_more: Type.Boolean(),
});
export type ArchiveFiles = Stored<typeof ArchiveFilesSchema>;

const filesOf = decoder('The files of an archive', ArchiveFilesSchema);

/** Names of 4 KiB each, and JSON. */
const MAX_BYTES = 16 * 1024 * 1024;

const listKeyOf = (jobId: string): string => `${folderOf(jobId)}/files.json`;
export const fileKeyOf = ({ job_id, ordinal }: ArchiveFileRef): string => `${folderOf(job_id)}/files/${ordinal}`;

export function writeArchiveFiles(objects: Pick<ObjectStore, 'put'>, jobId: string, files: ArchiveFiles) {
  return objects.put(listKeyOf(jobId), JSON.stringify(files), 'application/json');
}

/** Throws `not_found` once the job of the archive is removed. */
export async function readArchiveFiles(objects: Pick<ObjectStore, 'getBytes'>, jobId: string): Promise<ArchiveFiles> {
  const bytes = await objects.getBytes(listKeyOf(jobId), { maxBytes: MAX_BYTES });
  return filesOf(JSON.parse(new TextDecoder().decode(bytes)));
}

/** Throws `not_found` also for a file that the archive does not have. */
export async function findArchiveFile(
  objects: Pick<ObjectStore, 'getBytes'>,
  { job_id, ordinal }: ArchiveFileRef,
): Promise<{ readonly file: ArchiveFile; readonly object: StoredSource['object'] }> {
  const { files, object } = await readArchiveFiles(objects, job_id);
  const file = files[ordinal];
  if (!file) throw new ServiceError('not_found', 'The archive has no such file.');
  return { file, object };
}

/** What became of a file: a document, an error, or neither, while its job runs. */
export interface FileOutcome {
  readonly path: string;
  readonly job_id: string;
  readonly document_id: string | null;
  readonly error: JobError | null;
}

/** In the order of the archive. */
export async function fileOutcomes(database: Database, jobId: string, { files }: ArchiveFiles): Promise<FileOutcome[]> {
  const named = files.map(({ path }, ordinal) => ({ path, job_id: childJobId(jobId, String(ordinal)) }));
  const ends = await endsOfJobs(
    database,
    named.map(({ job_id }) => job_id),
  );
  return named.map(({ path, job_id }) => {
    const end = ends.get(job_id);
    const document_id = end?.state === 'succeeded' ? documentIdOfJob(job_id) : null;
    return { path, job_id, document_id, error: end?.error ?? null };
  });
}
