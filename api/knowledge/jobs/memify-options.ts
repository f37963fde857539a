/** What the pipeline of a Memify job is told, by the members of the request that are for it. */
import type { MemifyOptions } from '../../../activities/knowledge/types.ts';
import { MERGE_THRESHOLD } from '../../../engines/knowledge/entities/options.ts';
import type { DatasetRow } from '../../../domain/knowledge/datasets/index.ts';
import { findNodes } from '../../../domain/knowledge/memify/index.ts';
import type { NodeSelection } from '../../../domain/knowledge/memify/index.ts';
import { membersNotOf } from '../../../domain/knowledge/memify/pipelines.ts';
import type { MemifyPipeline } from '../../../domain/knowledge/memify/pipelines.ts';
import { findSessions } from '../../../domain/knowledge/search/index.ts';
import { bodyIssue, uselessMembers } from '../../contract/validation.ts';
import type { ValidationIssue } from '../../contract/validation.ts';
import type { Origin } from '../../jobs/submit/submission.ts';
import type { Services } from '../../services.ts';
import { limitsOfDryRun } from '../shared/dry-run.ts';
import type { MemifyRequest } from './schemas/memify.ts';

interface Asked {
  readonly services: Services;
  readonly dataset: DatasetRow;
  readonly request: MemifyRequest;
  readonly origin: Origin;
  /** Whether the job may ask a language model. */
  readonly asksModel: boolean;
}

interface Read<Options = MemifyOptions[MemifyPipeline]> {
  readonly options: Options;
  /** What is wrong with the request: members that the pipeline has no use for, and names that select nothing. */
  readonly issues: readonly ValidationIssue[];
}

export async function readOptions(pipeline: MemifyPipeline, asked: Asked): Promise<Read> {
  const { options, issues } = await READERS[pipeline](asked);
  const useless = uselessMembers(asked.request, membersNotOf(pipeline), `the pipeline ${pipeline}`);
  return { options, issues: [...issues, ...useless, ...limitsOfDryRun(asked.request)] };
}

const READERS: { readonly [P in MemifyPipeline]: (asked: Asked) => Promise<Read<MemifyOptions[P]>> } = {
  coding_rules: readNodes,
  triplet_embeddings: readNodes,
  session_persistence: readSessions,
  consolidate_entities: async ({ request: { threshold = MERGE_THRESHOLD, dry_run = false } }) => ({
    options: { threshold, dry_run },
    issues: [],
  }),
  communities: async ({ request: { dry_run = false }, asksModel }) => ({
    options: { describes: asksModel, dry_run },
    issues: [],
  }),
};

const issueAt = (loc: ValidationIssue['loc'], msg: string): ValidationIssue => bodyIssue(loc, msg, 'memify');

async function readSessions({
  services: { database },
  request: { session_ids: names },
  origin: { identity },
}: Asked): Promise<Read<MemifyOptions['session_persistence']>> {
  if (names === undefined) return { options: { sessions: null }, issues: [] };
  const found = await findSessions(database, identity, names);
  const known = new Set(found.map(({ sessionId }) => sessionId));
  const issues = names.flatMap((name, at) =>
    known.has(name) ? [] : [issueAt(['session_ids', at], `You have no session ${name}.`)],
  );
  return { options: { sessions: found.map(({ id }) => String(id)) }, issues };
}

/** Rows that names may select: they are part of the workflow's input. */
const MOST_NODES = 10_000;

async function readNodes({
  services: { database },
  dataset,
  request: { node_type: type = 'document', node_names: names },
  origin: { identity },
}: Asked): Promise<Read<{ readonly nodes: NodeSelection | null }>> {
  if (names === undefined) return { options: { nodes: null }, issues: [] };
  const found = await findNodes(database, identity, dataset.id, { type, names, most: MOST_NODES + 1 });
  if (found.length > MOST_NODES) {
    const msg = `More than ${MOST_NODES} nodes have these names. Name documents by their document_id.`;
    return { options: { nodes: null }, issues: [issueAt(['node_names'], msg)] };
  }
  const known = new Set(found.map(({ at }) => at));
  const issues = [...names.keys()].flatMap((at) =>
    known.has(at) ? [] : [issueAt(['node_names', at], `The dataset has no ${type} of this name that you may read.`)],
  );
  return { options: { nodes: { type, ids: [...new Set(found.map((node) => node.id))] } }, issues };
}
