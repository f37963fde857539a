/**
 * Finished calls of language models, by the content of their requests. A step that is tried again, by whatever worker,
 * finds what was paid for. Rows are of one tenant, and go with what their request quotes.
 */
import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import { canonicalJson } from '../../platform/canonical-json.ts';
import type { ModelConfig } from '../../platform/config/models.ts';
import type { Database, Statements } from '../../platform/database/client.ts';
import { Prisma } from '../../platform/database/generated/client.ts';
import type { ChatRequest, Completion } from '../../platform/models/chat.ts';
import { decoder } from '../../platform/stored-json.ts';

type Db = Database['db'];

/** Longer than a job is tried, and than an operator takes to repeat one. */
const KEPT_DAYS = 7;
const MS_PER_DAY = 86_400_000;
/** Rows a statement. */
const BATCH = 500;

export interface CallKey {
  readonly tenantId: string;
  readonly requestSha256: string;
}

/**
 * The key of a call. A model that the operator moves to another endpoint, or renames there, is another one. `again`
 * sets a call apart from equal ones that are not to be found.
 */
export function callKey(tenantId: string, { url, id }: ModelConfig, request: ChatRequest, again?: string): CallKey {
  const content = { url, id, request, ...(again !== undefined && { again }) };
  const requestSha256 = createHash('sha256').update(canonicalJson(content)).digest('hex');
  return { tenantId, requestSha256 };
}

const digitsOf = decoder('Probabilities of a finished call', Type.Record(Type.String(), Type.Number()));

/** `null` when there was no such call, or it is too long ago. */
export async function findCall(db: Db, key: CallKey): Promise<Completion | null> {
  const row = await db.modelCall.findUnique({ where: { tenantId_requestSha256: key } });
  if (row === null) return null;
  return {
    text: row.output,
    finish: row.finish === 'length' ? 'length' : 'stop',
    tokens: { input: row.inputTokens, output: row.outputTokens },
    ...(row.digits !== null && { digits: digitsOf(row.digits) }),
  };
}

/** Of two equal calls at once, in different processes, the first is kept. Returns that one. */
export async function keepCall(
  db: Db,
  key: CallKey,
  model: string,
  about: readonly string[],
  completion: Completion,
): Promise<Completion> {
  const { text, finish, tokens, digits } = completion;
  const [inputTokens, outputTokens] = [tokens.input, tokens.output];
  const output = { output: text, finish, inputTokens, outputTokens, digits: digits ?? Prisma.DbNull };
  const row = { ...key, model, about: [...about], ...output };
  const { count } = await db.modelCall.createMany({ data: [row], skipDuplicates: true });
  return (count === 0 ? await findCall(db, key) : null) ?? completion;
}

/** Removes the calls whose requests quote one of these: texts that are removed. How many. */
export async function removeCalls(db: Statements, tenantId: string, about: readonly string[]): Promise<number> {
  return (await db.modelCall.deleteMany({ where: { tenantId, about: { hasSome: [...about] } } })).count;
}

/** Texts that a model was shown, each with an identifier by which it is found again. */
export interface Shown<Id, Text extends { readonly id: Id }> {
  readonly tenantId: string;
  readonly texts: readonly Text[];
  /** Those that are still there. */
  readonly present: readonly { readonly id: Id }[];
  /** What the calls that quote a text are about. */
  readonly subjectsOf: (text: Text) => readonly string[];
}

/** Removes the calls whose requests quote a text that was removed while the model read it. */
export async function removeCallsOfRemovedTexts<Id, Text extends { readonly id: Id }>(
  db: Statements,
  { tenantId, texts, present, subjectsOf }: Shown<Id, Text>,
): Promise<void> {
  const there = new Set(present.map(({ id }) => id));
  const removed = texts.filter(({ id }) => !there.has(id));
  if (removed.length > 0) await removeCalls(db, tenantId, removed.flatMap(subjectsOf));
}

/** Removes the calls that no retry will ask for, and returns their number. `tell` receives the count so far. */
export async function removeOldCalls(db: Db, tell: (count: number) => void): Promise<number> {
  const before = new Date(Date.now() - KEPT_DAYS * MS_PER_DAY);
  for (let count = 0; ;) {
    const removed = await db.$executeRaw`DELETE FROM model_call WHERE (tenant_id, request_sha256) IN (
      SELECT tenant_id, request_sha256 FROM model_call WHERE created_at <= ${before} LIMIT ${BATCH})`;
    if (removed === 0) return count;
    tell((count += removed));
  }
}
