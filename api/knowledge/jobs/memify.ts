/** Submits Memify jobs. */
import { MERGE_THRESHOLD } from '../../../domain/knowledge/corrections/reasons.ts';
import { findDataset } from '../../../domain/knowledge/datasets.ts';
import type { DatasetRow } from '../../../domain/knowledge/datasets.ts';
import { findNodes } from '../../../domain/knowledge/memify/nodes.ts';
import type { NodeSelection } from '../../../domain/knowledge/memify/nodes.ts';
import type { MemifyPipeline } from '../../../domain/knowledge/memify/pipelines.ts';
import { findSessions } from '../../../domain/knowledge/sessions/read.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import { submitOne } from '../../jobs/submit/job-route.ts';
import type { Origin } from '../../jobs/submit/submission.ts';
import type { Services } from '../../services.ts';
import { selectorOf } from '../datasets/datasets.ts';
import type { MemifyRequest } from './schemas.ts';
import { modelLimitsOf } from './model-limits.ts';
import { knowledgeWarnings } from '../readiness.ts';

export async function submitMemify(services: Services, request: MemifyRequest, origin: Origin) {
  const dataset = await findDataset(services.database, origin.identity, selectorOf(request));
  const { pipeline = 'coding_rules' } = request;
  const [nodes, sessions] = await Promise.all([
    readNodes(services, dataset, request, origin),
    readSessions(services, request, origin),
  ]);
  const issues = [...nodes.issues, ...sessions.issues, ...uselessMembers(request, pipeline)];
  const asksModel = pipeline === 'coding_rules' || pipeline === 'communities';
  const limits = asksModel ? modelLimitsOf(services, request) : null;
  const { dry_run = false } = request;
  const order = {
    workflow: 'memifyJob' as const,
    source: dataset.datasetKey,
    isDryRun: dry_run,
    summary: `memify · ${pipeline}${dry_run ? ', dry run' : ''} · ${dataset.datasetKey}`,
    input: {
      ...{ dataset_id: dataset.id, pipeline, nodes: nodes.rows, sessions: sessions.rows },
      ...(limits && !dry_run && { extraction: limits }),
      ...(pipeline === 'consolidate_entities' && { consolidation: consolidationOf(request) }),
      ...(pipeline === 'communities' && { communities: { describes: limits !== null, dry_run } }),
    },
    warnings: await knowledgeWarnings(services),
  };
  return submitOne(services, 'knowledge.memify', origin, { request, order, issues });
}

const consolidationOf = ({ threshold = MERGE_THRESHOLD, dry_run = false }: MemifyRequest) => ({ threshold, dry_run });

/** Members that the pipeline has no use for. */
function uselessMembers(request: MemifyRequest, pipeline: MemifyPipeline): ValidationIssue[] {
  const ofNodes = ['node_type', 'node_names'] as const;
  const ofModels = ['extractor', 'max_cost_usd', 'max_tokens'] as const;
  const canDryRun = pipeline === 'consolidate_entities' || pipeline === 'communities';
  const members = [
    ...(pipeline === 'coding_rules' || pipeline === 'triplet_embeddings' ? [] : ofNodes),
    ...(pipeline === 'session_persistence' ? [] : (['session_ids'] as const)),
    ...(pipeline === 'consolidate_entities' ? [] : (['threshold'] as const)),
    ...(canDryRun ? [] : (['dry_run'] as const)),
    ...(pipeline === 'coding_rules' || pipeline === 'communities' ? [] : ofModels),
  ];
  return members.flatMap((member) =>
    request[member] === undefined
      ? []
      : [issueAt([member], `Leave out ${member}: the pipeline ${pipeline} has no use for it.`)],
  );
}

const issueAt = (loc: (string | number)[], msg: string): ValidationIssue => ({
  loc: ['body', ...loc],
  msg,
  type: 'memify',
});

/** What a list of names selects; each name that selects nothing is an issue. */
interface Selected<Rows> {
  /** `null`: no names were given. */
  readonly rows: Rows | null;
  readonly issues: readonly ValidationIssue[];
}

async function readSessions(
  { database }: Services,
  { session_ids: names }: MemifyRequest,
  { identity }: Origin,
): Promise<Selected<readonly string[]>> {
  if (names === undefined) return { rows: null, issues: [] };
  const found = await findSessions(database, identity, names);
  const known = new Set(found.map(({ sessionId }) => sessionId));
  const issues = names.flatMap((name, at) =>
    known.has(name) ? [] : [issueAt(['session_ids', at], `You have no session ${name}.`)],
  );
  return { rows: found.map(({ id }) => String(id)), issues };
}

/** Rows that names may select: they are part of the workflow's input. */
const MOST_NODES = 10_000;

async function readNodes(
  { database }: Services,
  { id }: DatasetRow,
  { node_type: type = 'document', node_names: names }: MemifyRequest,
  { identity }: Origin,
): Promise<Selected<NodeSelection>> {
  if (names === undefined) return { rows: null, issues: [] };
  const found = await findNodes(database, identity, id, { type, names, most: MOST_NODES + 1 });
  if (found.length > MOST_NODES) {
    const msg = `More than ${MOST_NODES} nodes have these names. Name documents by their document_id.`;
    return { rows: null, issues: [issueAt(['node_names'], msg)] };
  }
  const known = new Set(found.map(({ at }) => at));
  const issues = [...names.keys()].flatMap((at) =>
    known.has(at) ? [] : [issueAt(['node_names', at], `The dataset has no ${type} of this name that you may read.`)],
  );
  return { rows: { type, ids: [...new Set(found.map((node) => node.id))] }, issues };
}
