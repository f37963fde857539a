/** Operations that submit one job, and its submission. */
import type { TObject, TSchema } from 'typebox';
import type { JobKind } from '../../../domain/jobs/model.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Request, ResponseSpecs, Route, RouteSpec } from '../../contract/route.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import type { Services } from '../../services.ts';
import { JobAccepted, SubmissionHeaders } from '../schemas.ts';
import { startJobs } from './start.ts';
import type { JobOrder } from './start.ts';
import { REPLAY_HEADER, readSubmission, replayHeader } from './submission.ts';
import type { JobRequest, Origin } from './submission.ts';

/** The job that a request has started, or found when it repeats an earlier one (`replayed`). */
export interface SubmittedJob {
  readonly job: JobAccepted;
  readonly replayed: boolean;
}

const ACCEPTED = {
  202: {
    name: 'JobSubmitted',
    description: 'The job was accepted.',
    schema: JobAccepted,
    headers: REPLAY_HEADER,
  },
};

type Headers = typeof SubmissionHeaders;

interface JobRouteSpec<P extends TObject, Q extends TObject, B extends TSchema> extends Omit<
  RouteSpec<P, Q, Headers, B, ResponseSpecs>,
  'headers' | 'responses' | 'handler'
> {
  /** The kind of the job, which is also the scope of its idempotency keys. */
  readonly kind: JobKind;
  /** Responses besides 202. */
  readonly responses?: ResponseSpecs;
  readonly submit: (services: Services, request: Request<P, Q, Headers, B>, origin: Origin) => Promise<SubmittedJob>;
}

/** Declares an operation that submits one job and answers 202. */
export function defineJobRoute<
  P extends TObject = TObject<{}>,
  Q extends TObject = TObject<{}>,
  B extends TSchema = TSchema,
>({ kind, submit, responses, ...spec }: JobRouteSpec<P, Q, B>): Route {
  return defineRoute<typeof ACCEPTED, P, Q, Headers, B>({
    ...spec,
    headers: SubmissionHeaders,
    responses: { ...responses, ...ACCEPTED },
    handler: async (request, services) => {
      const { headers, identity, trace } = request;
      const origin = { route: kind, identity, trace, idempotencyKey: headers['idempotency-key'] };
      const { job, replayed } = await submit(services, request, origin);
      return reply(202, job, replayHeader(replayed));
    },
  });
}

interface OneJob<Kind extends JobKind> {
  /** The members that all jobs share are read from it. */
  readonly request: JobRequest;
  /** What a repeat with the same idempotency key must have in common with it. Default: `request`. */
  readonly body?: unknown;
  /** Why the job cannot be started, besides what is wrong with the shared members. */
  readonly issues?: readonly ValidationIssue[];
  readonly order: JobOrder<Kind>;
}

/** Starts the job of a request that starts one, as `startJobs` does. */
export async function submitOne<Kind extends JobKind>(
  services: Services,
  kind: Kind,
  origin: Origin,
  { request, body = request, issues = [], order }: OneJob<Kind>,
): Promise<SubmittedJob> {
  const shared = await readSubmission(services, kind, request, origin);
  const submission = { ...shared, body, issues: [...shared.issues, ...issues] };
  const { jobs, replayed } = await startJobs(services, submission, [order]);
  const [job] = jobs;
  if (!job) throw new Error('one order starts one job');
  return { job, replayed };
}
