/** What a Memify job does to a dataset that was cognified. */
export const MEMIFY_PIPELINES = [
  'coding_rules',
  'triplet_embeddings',
  'session_persistence',
  'consolidate_entities',
  'communities',
] as const;
export type MemifyPipeline = (typeof MEMIFY_PIPELINES)[number];

/** What each pipeline counts. */
export const PIPELINE_COUNTS = {
  coding_rules: ['chunks_read', 'rules'],
  triplet_embeddings: ['facts_embedded', 'facts_refused'],
  session_persistence: ['sessions_added', 'sessions_updated'],
  consolidate_entities: ['merges_found', 'merges', 'splits_found', 'splits'],
  communities: [
    'communities',
    'communities_added',
    'communities_changed',
    'communities_removed',
    'communities_summarized',
    'communities_described',
  ],
} as const satisfies Readonly<Record<MemifyPipeline, readonly string[]>>;
