/** A parse job: one source becomes one document. */
import { ActivityFailure, isCancellation, patched, proxyLocalActivities } from '@temporalio/workflow';
import type { ApplicationFailure } from '@temporalio/workflow';
import type { ParseActivities, ParseLocalActivities } from '../activities/parse/index.ts';
import type { EngineChoice, RoutedSource, SourceInput } from '../activities/parse/types.ts';
import { failureOfError, jobErrorOf } from '../domain/jobs/failure.ts';
import { CRAWL_TASK_QUEUE, PARSE_TASK_QUEUE } from '../domain/manifests/parse.ts';
import type { JobError } from '../domain/jobs/model.ts';
import type { ConvertedDocument, ParseAttempt, ParseJobResult, TriedEngines } from '../domain/parse/results.ts';
import { madeFormats } from '../domain/parse/request.ts';
import type { StoredSource } from '../domain/parse/source.ts';
import type { ProfileId } from '../engines/parse/catalog.ts';
import { completeOptions, isUnpacked } from '../engines/parse/options.ts';
import { isMostlyTextless, needsRecognition } from '../engines/parse/documents/textless.ts';
import type { ErrorCode } from '../errors/index.ts';
import { parseFiles } from './archive.ts';
import type { ParseJobInput } from './archive.ts';
import { crawlSite } from './crawl.ts';
import type { CrawlJobInput } from './crawl.ts';
import { runJob } from './job/job.ts';
import type { Job } from './job/job.ts';
import { LOCAL_ACTIVITY } from './job/local-activity.ts';
import { awaitCredential, steps } from './job/steps.ts';

/** Errors caused by the source itself, so no other engine can succeed. */
const SOURCE_ERRORS: ReadonlySet<string> = new Set<ErrorCode>(['encrypted', 'not_found']);

const CRAWLER: EngineChoice = {
  engine_id: 'web_crawler',
  profile_id: 'web_crawler.deep_web' satisfies ProfileId,
  awaited_secret: null,
  task_queue: CRAWL_TASK_QUEUE,
  reason: 'The request names this engine.',
};

const { inspectSource } = proxyLocalActivities<ParseLocalActivities>(LOCAL_ACTIVITY);

const UNPACKER: EngineChoice = {
  engine_id: 'markdown_converter',
  profile_id: 'markdown_converter.document_fidelity' satisfies ProfileId,
  awaited_secret: null,
  task_queue: PARSE_TASK_QUEUE,
  reason: 'The request asks for a document of each file of the archive.',
};

export function parseJob(input: ParseJobInput): Promise<ParseJobResult> {
  return runJob(input, async (job) => {
    const { request, so_far } = input;
    if (so_far) return unpack(job, input, so_far.source);
    const routed = (await inspectSource(input)) ?? (await fetchSource(job, input));
    if (isUnpacked(completeOptions(request.options), routed.source.media_type))
      return unpack(job, input, routed.source);
    const result = await convertByFirst(job, input, routed);
    await makeFormats(job, input, result);
    return result;
  });
}

/** A parse job for a whole site. It is a separate workflow because it may run for days. */
export function crawlJob(input: CrawlJobInput): Promise<ParseJobResult> {
  return runJob(input, (job) => crawl(job, input));
}

/** A crawl fetches its own source, and no other engine can replace it. */
function crawl(job: Job, input: CrawlJobInput): Promise<ParseJobResult> {
  return byOne(job, CRAWLER, input.so_far, async () => {
    const { document, summary } = await crawlSite(job, input);
    return { document, crawl: summary };
  });
}

/** Each file of an archive is parsed by the engines that fit it. */
function unpack(job: Job, input: ParseJobInput, source: StoredSource): Promise<ParseJobResult> {
  return byOne(job, UNPACKER, input.so_far, async () => ({
    document: await parseFiles(job, input, source, parseJob),
    is_unpacked: true,
  }));
}

/** Work that no other engine can take over. */
async function byOne(
  job: Job,
  choice: EngineChoice,
  so_far: { readonly began_ms: number } | undefined,
  work: () => Promise<Omit<ParseJobResult, keyof TriedEngines>>,
): Promise<ParseJobResult> {
  if (!so_far) announce(job, choice, null, []);
  const began = so_far?.began_ms ?? Date.now();
  try {
    const made = await work();
    return { ...made, attempts: [attempt(choice, began, 'succeeded', null)], skipped: [] };
  } catch (failure) {
    if (!(failure instanceof ActivityFailure) || isCancellation(failure)) throw failure;
    const error = jobErrorOf(failure);
    throw failureAfter({ attempts: [attempt(choice, began, 'failed', error)], skipped: [] }, error, failure);
  }
}

function fetchSource(job: Job, input: SourceInput): Promise<RoutedSource> {
  const fetching = steps<ParseActivities>(input.envelope, PARSE_TASK_QUEUE, `fetch ${input.envelope.source}`);
  return job.step(fetching, 'fetchSource', input);
}

/**
 * Tries the engines in order until one makes a document with text. If none does, it returns the last document without
 * text. If there is no document at all, it fails with the error of the last engine.
 */
async function convertByFirst(
  job: Job,
  { envelope, request }: SourceInput,
  routed: RoutedSource,
): Promise<ParseJobResult> {
  const { chain, skipped, source } = routed;
  const attempts: ParseAttempt[] = [];
  let textless: ConvertedDocument | null = null;
  for (const [index, choice] of chain.entries()) {
    announce(job, choice, attempts.at(-1) ?? null, skipped);
    const isLast = index === chain.length - 1;
    const began = Date.now();
    const { engine_id, profile_id } = choice;
    const engine = steps<ParseActivities>(envelope, choice.task_queue, `${engine_id} ← ${envelope.source}`);
    try {
      if (choice.awaited_secret) {
        job.show(`${engine_id} waits for the secret ${choice.awaited_secret}`);
        await awaitCredential(choice.task_queue, choice.awaited_secret);
      }
      const input = { envelope, source, engine_id, profile_id, options: request.options };
      const document = await job.step(engine, 'convert', input, { key: engine_id });
      const { pages } = document;
      if (pages > 0) job.showStepProgress({ completed: pages, total: pages, unit: 'pages', message: null });
      // Jobs of earlier releases went on for mostly textless documents only.
      const isLeft = isMostlyTextless(document) || (needsRecognition(document) && patched('some_textless'));
      if (isLast || !isLeft) {
        attempts.push(attempt(choice, began, 'succeeded', null));
        return { document, attempts, skipped };
      }
      attempts.push(attempt(choice, began, 'no_text', null));
      textless = document;
    } catch (failure) {
      const error = jobErrorOf(failure);
      if (textless && isCancellation(failure)) nameKept(job, textless);
      if (!(failure instanceof ActivityFailure) || isCancellation(failure)) throw failure;
      attempts.push(attempt(choice, began, 'failed', error));
      if (!isLast && !SOURCE_ERRORS.has(error.code)) continue;
      if (textless) return { document: textless, attempts, skipped };
      throw failureAfter({ attempts, skipped }, error, failure);
    }
  }
  throw new Error('the source was routed to an empty chain of engines');
}

/**
 * The formats of the request besides the Markdown. A job that fails with them says which document there is
 * nevertheless.
 */
async function makeFormats(job: Job, { envelope, request }: SourceInput, result: ParseJobResult): Promise<void> {
  const formats = madeFormats(completeOptions(request.options));
  if (formats.length === 0) return;
  const making = steps<ParseActivities>(envelope, PARSE_TASK_QUEUE, `formats ← ${envelope.source}`);
  try {
    await job.step(making, 'makeFormats', { envelope, formats });
  } catch (failure) {
    if (isCancellation(failure)) nameKept(job, result.document);
    if (!(failure instanceof ActivityFailure) || isCancellation(failure)) throw failure;
    const { attempts, skipped, document } = result;
    const error = jobErrorOf(failure);
    const details = { ...error.details, document_id: document.document_id };
    throw failureAfter({ attempts, skipped }, { ...error, details }, failure);
  }
}

/** A cancelled job has neither result nor error: an event names the document that it had made. */
function nameKept(job: Job, { document_id }: ConvertedDocument): void {
  // Jobs of earlier releases end as they began.
  if (!patched('document_kept')) return;
  job.emit({ type: 'parse.document_kept', message: 'The document that was made is kept.', data: { document_id } });
}

/** The failure of a job, whose details say what was tried. */
function failureAfter(tried: TriedEngines, error: JobError, cause: Error): ApplicationFailure {
  return failureOfError({ ...error, details: { ...error.details, ...tried } }, cause);
}

function announce(job: Job, choice: EngineChoice, failed: ParseAttempt | null, skipped: RoutedSource['skipped']): void {
  if (failed) {
    const why = failed.error ? `failed (${failed.error.code})` : 'found no text';
    const message = `${failed.engine_id} ${why}; trying ${choice.engine_id}.`;
    job.emit({ type: 'parse.fallback', message, data: { ...choice, failed } });
  } else {
    const message = `${choice.engine_id}: ${choice.reason}`;
    job.emit({ type: 'parse.engine_selected', message, data: { ...choice, skipped } });
  }
}

function attempt(
  { engine_id, profile_id, reason }: EngineChoice,
  began: number,
  outcome: ParseAttempt['outcome'],
  error: JobError | null,
): ParseAttempt {
  return {
    engine_id,
    profile_id,
    reason,
    outcome,
    error,
    duration_ms: Date.now() - began,
  };
}
