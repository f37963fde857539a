/**
 * What a Memify job does to a dataset that was cognified. Each pipeline is an entry here, a member of `MemifyOptions`
 * (activities/knowledge/types.ts) if it has options, its activities (activities/knowledge/index.ts), its phases
 * (workflows/knowledge/memify.ts), the reading of its options (api/knowledge/jobs/memify-options.ts) and their shapes
 * (api/knowledge/jobs/schemas/memify.ts), and a row of docs/knowledge.md. One of the others that is forgotten does not
 * compile, or fails test/docs/listed.test.ts.
 */

const OF_NODES = ['node_type', 'node_names'] as const;
const OF_MODEL = ['extractor', 'max_cost_usd', 'max_tokens'] as const;

interface PipelineEntry {
  /** For clients: a clause that goes on from the pipeline's name. */
  readonly about: string;
  /** Names of what a job counts, in the order of its result. */
  readonly counts: readonly string[];
  /** Members of a request that it takes and others may not. A pipeline that takes `extractor` asks a language model. */
  readonly members: readonly string[];
}

export const MEMIFY_PIPELINES = {
  coding_rules: {
    about: 'finds the rules about code that documents state',
    counts: ['chunks_read', 'rules'],
    members: [...OF_NODES, ...OF_MODEL],
  },
  triplet_embeddings: {
    about: 'each fact gets a vector, so that the search type `TRIPLETS` finds it',
    counts: ['facts_embedded', 'facts_refused'],
    members: OF_NODES,
  },
  session_persistence: {
    about: 'your sessions become documents',
    counts: ['sessions_added', 'sessions_updated'],
    members: ['session_ids'],
  },
  consolidate_entities: {
    about: 'names that are likely to be one entity’s are merged, those of several split',
    counts: ['merges_found', 'merges', 'splits_found', 'splits'],
    members: ['threshold', 'dry_run'],
  },
  communities: {
    about: 'groups entities that belong together, and summarizes each group; a language model also describes it',
    counts: [
      'communities',
      'communities_added',
      'communities_changed',
      'communities_removed',
      'communities_summarized',
      'communities_described',
    ],
    members: ['dry_run', ...OF_MODEL],
  },
} as const satisfies Readonly<Record<string, PipelineEntry>>;

export type MemifyPipeline = keyof typeof MEMIFY_PIPELINES;
export const PIPELINE_NAMES: readonly MemifyPipeline[] = Object.keys(MEMIFY_PIPELINES).filter(isPipeline);
export const DEFAULT_PIPELINE = 'coding_rules' satisfies MemifyPipeline;

/** Counts that a commit of a pipeline adds to: a misspelt name would be 0 in the result. */
export type MemifyCounts = Readonly<
  Partial<Record<(typeof MEMIFY_PIPELINES)[MemifyPipeline]['counts'][number], number>>
>;

/** A member of a request that some pipelines take. */
export type PipelineMember = (typeof MEMIFY_PIPELINES)[MemifyPipeline]['members'][number];
const PIPELINE_MEMBERS = [
  ...new Set(Object.values(MEMIFY_PIPELINES).flatMap(({ members }): readonly PipelineMember[] => members)),
];

function isPipeline(name: string): name is MemifyPipeline {
  return name in MEMIFY_PIPELINES;
}

export function takesMember(pipeline: MemifyPipeline, member: PipelineMember): boolean {
  const { members }: { readonly members: readonly PipelineMember[] } = MEMIFY_PIPELINES[pipeline];
  return members.includes(member);
}

export function pipelinesWith(member: PipelineMember): readonly MemifyPipeline[] {
  return PIPELINE_NAMES.filter((pipeline) => takesMember(pipeline, member));
}

/** Members that the pipeline has no use for. */
export function membersNotOf(pipeline: MemifyPipeline): readonly PipelineMember[] {
  return PIPELINE_MEMBERS.filter((member) => !takesMember(pipeline, member));
}
