import type { ParseRequest as WorkflowRequest } from '../../activities/parse/types.ts';
import { locatorLabel, parseLocator } from '../../platform/locator.ts';
import type { Locator } from '../../platform/locator.ts';
import { ValidationError } from '../contract/validation.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import { startJobs } from '../jobs/start.ts';
import type { Submission } from '../jobs/start.ts';
import type { Services } from '../services.ts';
import { readWebhook } from '../webhook/read.ts';
import { readOptions, readStepTimeout } from './options.ts';
import type { ParseJobRequest } from './schemas.ts';

const DEFAULT_PRIORITY = 5;

/** Starts one parse job a source. Sources that are no locators are all told at once. */
export async function submitParse(
  services: Services,
  request: ParseJobRequest,
  submission: Omit<Submission, 'kind' | 'priority' | 'body' | 'webhook'>,
) {
  const engineId = request.engine_id ?? 'auto';
  const { options, max_age_seconds, crawl, issues } = readOptions(request.options);
  const { webhook, issues: webhookIssues } = await readWebhook(services, request.webhook);
  const { stepTimeoutMs, issues: timeoutIssues } = readStepTimeout(request.options, services.config.jobs.stepTimeoutMs);
  const isCrawl = engineId === 'web_crawler';
  const { bucket } = services.config.objects;
  const locators = readLocators(request.sources, bucket, [...issues, ...timeoutIssues, ...webhookIssues], isCrawl);
  const { jobs, replayed } = await startJobs(
    services,
    { ...submission, kind: 'parse', priority: request.priority ?? DEFAULT_PRIORITY, body: request, webhook },
    locators.map((locator) => {
      const source = locatorLabel(locator);
      const parse: WorkflowRequest = {
        locator,
        engine_id: engineId,
        scene: request.scene ?? null,
        options,
        max_age_seconds,
        crawl: isCrawl ? crawl : null,
      };
      const summary = `parse · ${source} · ${engineId}`;
      return { workflow: isCrawl ? 'crawlJob' : 'parseJob', source, summary, input: { request: parse }, stepTimeoutMs };
    }),
  );
  return { jobs: jobs.map((job, index) => ({ ...job, source: request.sources[index] ?? '' })), replayed };
}

/** Throws {@link ValidationError} with every source that is no locator, or none to crawl, after the issues found so far. */
function readLocators(
  sources: readonly string[],
  bucket: string,
  found: readonly ValidationIssue[],
  isCrawl: boolean,
): Locator[] {
  const issues = [...found];
  const locators: Locator[] = [];
  for (const [index, source] of sources.entries()) {
    const locator = parseLocator(source, bucket);
    const loc = ['body', 'sources', index];
    if ('fault' in locator) issues.push({ loc, msg: locator.fault, type: 'locator' });
    else if (isCrawl && locator.kind !== 'url') {
      issues.push({ loc, msg: 'Only web addresses can be crawled.', type: 'locator' });
    } else locators.push(locator);
  }
  if (issues.length > 0) throw new ValidationError(issues);
  return locators;
}
