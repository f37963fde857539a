/** The step of Memify's `session_persistence`: sessions of the submitter become documents of the dataset. */
import type { Database } from '../../../platform/database/client.ts';
import type { ObjectStore } from '../../../platform/objects/index.ts';
import { DEFAULT_ACCESS_POLICY } from '../../../domain/access/policy.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets/index.ts';
import type { NewDocument } from '../../../domain/knowledge/documents/index.ts';
import { askedSessions, keepSessionDocuments, sessionsToKeep } from '../../../domain/knowledge/memify/index.ts';
import type { AskedSession, SessionSelection } from '../../../domain/knowledge/memify/index.ts';
import type { RangeEnd, Range } from '../../../domain/jobs/row-ranges.ts';
import type { Step } from '../../step/step.ts';
import { turnOf } from '../take-turn.ts';
import { documentOfText } from '../add/text-document.ts';
import type { MemifyInput, MemifyPlanInput, MemifyStepInput } from '../types.ts';

export interface KeepSessionsDependencies {
  readonly database: Database;
  readonly objects: ObjectStore;
}

/** Sessions of a step, and steps of a plan. */
const PLAN = { size: 20, ranges: 100 };

/** Documents of sessions have this node set, so that searches can ask for them alone. */
const NODE_SET = 'sessions';

/** Which sessions become documents next. */
export async function planSessions(
  { database }: Pick<KeepSessionsDependencies, 'database'>,
  input: MemifyPlanInput<'session_persistence'>,
): Promise<Range[]> {
  await datasetToWrite(database, input.dataset_id);
  return sessionsToKeep(database, selectionOf(input), input.after, PLAN);
}

/** Makes a document of each session of a range, or replaces the one that an earlier job made. */
export async function keepSessions(
  { database, objects }: KeepSessionsDependencies,
  input: MemifyStepInput<'session_persistence'>,
  step: Step,
): Promise<RangeEnd> {
  step.begin();
  await datasetToWrite(database, input.dataset_id);
  const sessions = await askedSessions(database, selectionOf(input), input.rows);
  const documents: NewDocument[] = [];
  for (const session of sessions) documents.push(await documentOf(objects, input, session));
  const kept = await keepSessionDocuments(database, turnOf(input, step), documents);
  for (const key of kept.flatMap(({ discarded }) => discarded)) await objects.remove(key);
  return { is_done: true };
}

function selectionOf({ dataset_id, envelope, options }: MemifyInput<'session_persistence'>): SessionSelection {
  return { datasetId: dataset_id, tenantId: envelope.tenant_id, subject: envelope.subject, ...options };
}

async function documentOf(
  objects: ObjectStore,
  { dataset_id, envelope }: MemifyInput<'session_persistence'>,
  { sessionId, questions }: AskedSession,
): Promise<NewDocument> {
  const { tenant_id: tenantId, subject: ownerSubject } = envelope;
  const markdown = questions.map((question) => `- ${question.trim().replaceAll(/\s+/g, ' ')}`).join('\n');
  const stored = await documentOfText(objects, dataset_id, ['session', `${ownerSubject} ${sessionId}`], markdown);
  return {
    ...stored,
    tenantId,
    ownerSubject,
    datasetId: dataset_id,
    sourceKey: null,
    structured: false,
    label: sessionId,
    title: `Session ${sessionId}`,
    nodeSets: [NODE_SET],
    metadata: { session_id: sessionId },
    accessPolicy: { ...DEFAULT_ACCESS_POLICY, access_level: 'private' },
  };
}
