import type { CompiledRequest } from '../../domain/parse/request.ts';
import { isOwnResponse } from '../../domain/parse/page-request.ts';
import { locatorLabel } from '../../domain/parse/locator.ts';
import type { Locator } from '../../domain/parse/locator.ts';
import type { ReadableObjects } from '../../domain/storage/objects.ts';
import { ValidationError } from '../contract/validation.ts';
import { noWorker } from '../jobs/submit/readiness.ts';
import { startJobs } from '../jobs/submit/start.ts';
import { readSubmission } from '../jobs/submit/submission.ts';
import type { Origin } from '../jobs/submit/submission.ts';
import type { Services } from '../services.ts';
import { readOptions } from './options/options.ts';
import type { ParseJobRequest } from './schemas.ts';
import { lacksOf } from './readiness.ts';
import { objectIssues, readSources, readableObjects } from './sources.ts';
import { readRequestHeaders } from './options/request-headers.ts';
import { unknownSecrets } from './options/secrets.ts';
import { unusedOptions } from './unused-options.ts';

/** How much of a name or an address a line for people shows. */
const SHOWN_CHARACTERS = 80;

/** For a missing worker: a job with a warning, or `no_worker` before any job starts. */
export type WhenNoWorker = 'refuse' | 'warn';

interface SubmitOptions {
  readonly whenNoWorker: WhenNoWorker;
  /** What a repeat with the same idempotency key must have in common with it. Default: the request. */
  readonly body?: unknown;
}

/**
 * Starts one parse job per source. Reports all problems of the request at once. Jobs that will wait for a missing
 * worker or credential produce warnings.
 */
export async function submitParse(
  services: Services,
  request: ParseJobRequest,
  origin: Origin,
  { whenNoWorker, body = request }: SubmitOptions,
) {
  const engineId = request.engine_id ?? 'auto';
  const isCrawl = engineId === 'web_crawler';
  const { options, max_age_seconds, page: rendering, crawl, issues: optionIssues } = readOptions(request.options);
  const sentHeaders = request.options?.request_headers;
  const submission = await readSubmission(services, 'parse', request, origin);
  const { bucket } = services.config.objects;
  const { locators, issues: sourceIssues } = readSources(request.sources, bucket, isCrawl);
  const objects = await readableObjects(services, origin.identity, locators);
  const { page, issues: headerIssues } = await readRequestHeaders(services, sentHeaders, rendering, locators);
  const secretIssues = [...(await unknownSecrets(services, options)), ...headerIssues];
  const issues = [
    ...optionIssues,
    ...secretIssues,
    ...submission.issues,
    ...sourceIssues,
    ...objectIssues(locators, objects),
  ];
  if (sourceIssues.length > 0) throw new ValidationError(issues);

  const asked = { engine_id: engineId, scene: request.scene ?? null };
  const lacks = await lacksOf(services, { ...asked, ocr: options.ocr }, locators, objects);
  const lack = lacks.find((found) => found?.code === 'no_worker');
  if (whenNoWorker === 'refuse' && lack && issues.length === 0) throw noWorker(lack);

  const unused = unusedOptions(request);
  const { jobs, batchId, replayed } = await startJobs(
    services,
    { ...submission, body, issues },
    locators.map(({ locator }, index) => {
      const source = locatorLabel(locator);
      const parse: CompiledRequest = {
        locator,
        ...asked,
        options,
        max_age_seconds,
        ...(isOwnResponse(page) && { page }),
        crawl: isCrawl ? crawl : null,
      };
      const summary = `parse · ${summaryOf(locator, objects)} · ${engineId}`;
      const workflow = isCrawl ? 'crawlJob' : 'parseJob';
      const lack = lacks[index];
      const warnings = lack ? [...unused, { code: lack.code, message: lack.message }] : unused;
      return { workflow, source, summary, input: { request: parse }, warnings };
    }),
  );
  return { batchId, jobs: jobs.map((job, index) => ({ ...job, source: request.sources[index] ?? '' })), replayed };
}

/** A source as Temporal's Web UI shows it: an object also by the name of its file, which is in no payload. */
function summaryOf(locator: Locator, objects: ReadableObjects): string {
  const object = locator.kind === 'object' ? objects.get(locator.object_id) : undefined;
  return object ? `${shortened(object.filename)} (${object.id})` : shortened(locatorLabel(locator));
}

function shortened(text: string): string {
  const characters = Array.from(text);
  return characters.length > SHOWN_CHARACTERS ? `${characters.slice(0, SHOWN_CHARACTERS - 1).join('')}…` : text;
}
