/** Schemas of the used part of LlamaParse's API v2. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { readAnswer } from '../provider.ts';

const RemoteJobSchema = Type.Object({
  id: Type.String({ pattern: '^[A-Za-z0-9_-]{1,128}$' }),
  status: Type.Enum(['PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED']),
  error_message: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  user_metadata: Type.Optional(Type.Union([Type.Record(Type.String(), Type.String()), Type.Null()])),
});

/** A job at the provider. */
export type RemoteJob = Static<typeof RemoteJobSchema>;

/** A page of a result; without `markdown` when the provider could not read it. */
const RemotePageSchema = Type.Object({
  page_number: Type.Integer({ minimum: 1 }),
  markdown: Type.Optional(Type.String()),
});
export type RemotePage = Static<typeof RemotePageSchema>;

/** Servers differ in whether a job is at the top level or under `job`. */
const JobAnswer = Type.Union([Type.Object({ job: RemoteJobSchema }), RemoteJobSchema]);

const ResultAnswer = Type.Object({ markdown: Type.Object({ pages: Type.Array(RemotePageSchema) }) });

const ListAnswer = Type.Object({
  items: Type.Array(RemoteJobSchema),
  next_page_token: Type.Optional(Type.Union([Type.String(), Type.Null()])),
});

export function readJob(body: Uint8Array): RemoteJob {
  const answer = readAnswer(JobAnswer, body);
  return 'job' in answer ? answer.job : answer;
}

/** The pages in document order. */
export function readPages(body: Uint8Array): RemotePage[] {
  return readAnswer(ResultAnswer, body).markdown.pages.toSorted((a, b) => a.page_number - b.page_number);
}

export function readList(body: Uint8Array): { readonly jobs: RemoteJob[]; readonly nextPage: string | null } {
  const { items, next_page_token } = readAnswer(ListAnswer, body);
  return { jobs: items, nextPage: next_page_token || null };
}
