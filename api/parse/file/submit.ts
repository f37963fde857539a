/** A file that a request brings: stored as an object, then parsed like any other. */
import { currentVersion } from '../../../domain/storage/objects.ts';
import { removeObject } from '../../../domain/storage/remove-object.ts';
import { ServiceError } from '../../../errors/index.ts';
import type { MultipartReader } from '../../contract/route.ts';
import { ValidationError } from '../../contract/validation.ts';
import type { SubmittedJob } from '../../jobs/submit/job-route.ts';
import type { Origin } from '../../jobs/submit/submission.ts';
import type { Services } from '../../services.ts';
import { locatorOf } from '../../storage/present.ts';
import { directUpload } from '../../storage/upload.ts';
import { submitParse } from '../submit.ts';
import type { WhenNoWorker } from '../submit.ts';
import { readFileFields } from './form.ts';

const EMPTY_FILE = {
  loc: ['body', 'file'],
  msg: 'The file has 0 bytes. Send a file that is not empty.',
  type: 'empty_file',
};

/**
 * Stores the file of a form and starts the job that parses it. The object is removed again when no job was started for
 * it, because the request is refused or repeats an earlier one, which has an object of its own.
 */
export async function submitFile(
  services: Services,
  form: MultipartReader,
  origin: Origin,
  whenNoWorker: WhenNoWorker,
): Promise<SubmittedJob> {
  const { row, fields } = await directUpload(services, origin.identity, form, readFileFields);
  const { request, attributes } = fields;
  const { sha256, sizeBytes } = currentVersion(row);
  // Of a repeat, the same file with the same fields; the object is another one each time.
  const body = { ...request, ...attributes, filename: row.filename, sha256 };
  // If this fails, the object expires as its retention class says.
  const discard = () => removeObject(services, row.id).catch(() => undefined);
  try {
    if (sizeBytes === 0n) throw new ValidationError([EMPTY_FILE]);
    const asked = { ...request, sources: [locatorOf(row.id)] };
    const { jobs, replayed } = await submitParse(services, asked, origin, { whenNoWorker, body });
    const [submitted] = jobs;
    if (!submitted) throw new Error('one source starts one job');
    if (replayed) await discard();
    const { source: _otherWhenReplayed, ...job } = submitted;
    return { job, replayed };
  } catch (error) {
    if (hasStartedNothing(error)) await discard();
    throw error;
  }
}

/** After any other error, a job that reads the object may have been started. */
function hasStartedNothing(error: unknown): boolean {
  return error instanceof ValidationError || (error instanceof ServiceError && error.code !== 'unavailable');
}
