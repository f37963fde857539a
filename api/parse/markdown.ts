/** The Markdown of a synchronous request as the response itself, for clients that ask for it. */
import type { Caller } from '../../domain/identity/identity.ts';
import { AdvisedError } from '../../errors/index.ts';
import { MARKDOWN_TYPE } from '../../platform/media-type/markdown.ts';
import type { Request } from '../contract/route.ts';
import { problemAnswer } from '../contract/problems.ts';
import { Text } from '../contract/schema.ts';
import { findJob } from '../jobs/job-lookup.ts';
import { resultReply } from '../jobs/result.ts';
import type { JobAccepted } from '../jobs/schemas.ts';
import type { Services } from '../services.ts';
import { documentOfJob } from './result.ts';

const JSON_BODY = 'application/json';

export const MARKDOWN_BODY = {
  type: 'text/markdown',
  schema: Text('The Markdown and nothing else, of any size.', '# Report\n\nIn 2026 …\n'),
} as const;

/** Headers of the response with Markdown. */
export const MARKDOWN_HEADERS = {
  'Content-Location': 'With Markdown: the result of the job as JSON, with its metadata and warnings.',
};

export const NO_SUCH_BODY = {
  406: {
    name: 'NotAcceptable',
    ...problemAnswer('The response cannot have any of the accepted types.', ['not_acceptable']),
  },
};

/**
 * Whether the client prefers Markdown to JSON. Throws `not_acceptable` when it accepts neither, or only Markdown for
 * several sources.
 */
export function prefersMarkdown(preferredType: Request['preferredType'], sources: number): boolean {
  const available = sources === 1 ? [JSON_BODY, MARKDOWN_BODY.type] : [JSON_BODY];
  const type = preferredType(available);
  if (type !== null) return type === MARKDOWN_BODY.type;
  const [message, fix] =
    sources === 1
      ? ['The response has none of the types in Accept.', `Accept ${available.join(' or ')}.`]
      : [
          `A request with ${sources} sources is answered with JSON only.`,
          `Accept ${JSON_BODY}, or send one request per source for ${MARKDOWN_BODY.type}.`,
        ];
  throw new AdvisedError('not_acceptable', message, { available }, fix);
}

/** 200 with the stored Markdown of a job that succeeded, 409 with the status of any other. */
export async function markdownReply(
  services: Services,
  identity: Caller,
  { job_id: jobId, links }: Pick<JobAccepted, 'job_id' | 'links'>,
) {
  const answer = await resultReply(services, await findJob(services, identity, jobId), async () => {
    const { markdownKey, metadata } = await documentOfJob(services, identity, jobId);
    return { markdown: await services.objects.getStream(markdownKey), bytes: metadata.markdown_bytes };
  });
  if (answer.status === 409) return answer;
  const { markdown, bytes } = answer.body;
  return {
    ...answer,
    body: markdown,
    headers: { 'Content-Type': MARKDOWN_TYPE, 'Content-Length': String(bytes), 'Content-Location': links.result },
  };
}
