/** Operations that submit one job. */
import type { TObject, TSchema } from 'typebox';
import type { JobKind } from '../../../domain/jobs/model.ts';
import { defineRoute, reply } from '../../contract/route.ts';
import type { Request, ResponseSpecs, Route, RouteSpec } from '../../contract/route.ts';
import type { Services } from '../../services.ts';
import { JobAccepted, SubmissionHeaders } from '../schemas.ts';
import { REPLAY_HEADER, replayHeader } from './submission.ts';
import type { Origin } from './submission.ts';

/** The job that a request has started, or found when it repeats an earlier one (`replayed`). */
export interface SubmittedJob {
  readonly job: JobAccepted;
  readonly replayed: boolean;
}

const ACCEPTED = { description: 'The job was accepted.', schema: JobAccepted, headers: REPLAY_HEADER };

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
  const accepted = { 202: { name: `${spec.tag}JobAccepted`, ...ACCEPTED } };
  return defineRoute<typeof accepted, P, Q, Headers, B>({
    ...spec,
    headers: SubmissionHeaders,
    responses: { ...responses, ...accepted },
    handler: async (request, services) => {
      const { headers, identity, trace } = request;
      const origin = { route: kind, identity, trace, idempotencyKey: headers['idempotency-key'] };
      const { job, replayed } = await submit(services, request, origin);
      return reply(202, job, replayHeader(replayed));
    },
  });
}

/** The job of a request that starts one. */
export function onlyJob({
  jobs: [job],
  replayed,
}: {
  readonly jobs: readonly JobAccepted[];
  readonly replayed: boolean;
}) {
  if (!job) throw new Error('one order starts one job');
  return { job, replayed } satisfies SubmittedJob;
}
