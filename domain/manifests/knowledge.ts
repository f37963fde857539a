/**
 * Manifest of knowledge.
 * @deterministic
 */
import { KNOWLEDGE_ERRORS } from '../../errors/knowledge.ts';
import type { Manifest } from './manifest.ts';

/** Queue of the steps that chunk, embed and read documents. */
export const KNOWLEDGE_TASK_QUEUE = 'knowledge';

/** One path serves the results of all kinds. */
const KNOWLEDGE_RESULT = '/v1/knowledge/jobs/{jobId}/result';

export const knowledge = {
  tag: {
    name: 'Knowledge',
    description: 'Datasets of documents, the graph that is derived from them, and search with provenance.',
  },
  scopes: {
    'knowledge:read': 'read datasets, search',
    'knowledge:write': 'create datasets, submit knowledge jobs',
  },
  kinds: {
    'knowledge.add': { result: KNOWLEDGE_RESULT, workflows: ['addJob'] },
    'knowledge.cognify': { result: KNOWLEDGE_RESULT, workflows: ['cognifyJob', 'cognifyDryRun'] },
    'knowledge.embed': { result: KNOWLEDGE_RESULT, workflows: ['embedDatasetJob'] },
    'knowledge.memify': { result: KNOWLEDGE_RESULT, workflows: ['memifyJob'] },
    'knowledge.delete': { result: KNOWLEDGE_RESULT, workflows: ['deleteDatasetJob', 'deleteDocumentsJob'] },
  },
  events: [],
  idPrefixes: ['dset'],
  errors: KNOWLEDGE_ERRORS,
  profiles: {
    knowledge: {
      taskQueue: KNOWLEDGE_TASK_QUEUE,
      runs: 'activities',
      optional: false,
      byDefault: true,
      objects: true,
      // Most of them wait for their turn (KNOWLEDGE_STEPS), or for that of their job at a dataset, and hold nothing
      // yet.
      slots: { maxConcurrentActivityTaskExecutions: 40 },
      converters: 'texts',
      memoryMb: 512,
    },
  },
  resources: {
    dataset: 'Another job works on the same dataset',
    knowledge: 'Its worker has reached its limit of concurrent knowledge steps',
  },
  workflows: {
    addJob: 'AUTO_UPGRADE',
    cognifyJob: 'AUTO_UPGRADE',
    cognifyDryRun: 'AUTO_UPGRADE',
    embedDatasetJob: 'AUTO_UPGRADE',
    memifyJob: 'AUTO_UPGRADE',
    deleteDatasetJob: 'AUTO_UPGRADE',
    deleteDocumentsJob: 'AUTO_UPGRADE',
  },
  tables: {
    knowledge_dataset: { by: 'sweep', step: 'removeExpiredDatasets' },
    knowledge_document: { by: 'cascade', of: 'knowledge_dataset' },
    knowledge_chunk: { by: 'cascade', of: 'knowledge_document' },
    knowledge_vector: { by: 'cascade', of: 'knowledge_chunk' },
    knowledge_extraction: { by: 'cascade', of: 'knowledge_chunk' },
    knowledge_mention: { by: 'cascade', of: 'knowledge_chunk' },
    knowledge_evidence: { by: 'cascade', of: 'knowledge_chunk' },
    knowledge_alias: { by: 'cascade', of: 'knowledge_chunk' },
    knowledge_correction: { by: 'cascade', of: 'knowledge_dataset' },
    knowledge_correction_chunk: { by: 'cascade', of: 'knowledge_chunk' },
    knowledge_trait: { by: 'cascade', of: 'knowledge_chunk' },
    knowledge_date: { by: 'cascade', of: 'knowledge_chunk' },
    knowledge_fact: { by: 'cascade', of: 'knowledge_entity' },
    knowledge_fact_vector: { by: 'cascade', of: 'knowledge_fact' },
    knowledge_entity: { by: 'database', because: 'A trigger removes an entity with its last mention.' },
    knowledge_term: { by: 'database', because: 'A trigger removes a lexeme with its last chunk.' },
    knowledge_size: { by: 'database', because: 'A trigger removes the size of a dataset with its last chunk.' },
    knowledge_audience: {
      by: 'nothing',
      because: 'One row for each different policy. It names subjects and roles, no document.',
    },
    knowledge_restricted_size: { by: 'database', because: 'A trigger removes it with the last chunk of the audience.' },
    knowledge_restricted_term: { by: 'database', because: 'A trigger removes it with the last chunk of the audience.' },
    knowledge_restricted_entity: { by: 'cascade', of: 'knowledge_entity' },
    knowledge_rule: { by: 'cascade', of: 'knowledge_chunk' },
    knowledge_community: { by: 'cascade', of: 'knowledge_dataset' },
    knowledge_community_member: { by: 'cascade', of: 'knowledge_community' },
    knowledge_community_outsider: { by: 'cascade', of: 'knowledge_entity' },
    knowledge_community_sentence: { by: 'cascade', of: 'knowledge_community' },
    knowledge_community_description: { by: 'cascade', of: 'knowledge_community' },
    knowledge_community_source: { by: 'cascade', of: 'knowledge_community_description' },
    knowledge_session: { by: 'sweep', step: 'removeOldSearchSessions' },
    knowledge_exchange: { by: 'cascade', of: 'knowledge_session' },
    knowledge_citation: { by: 'cascade', of: 'knowledge_exchange' },
    knowledge_feedback: { by: 'cascade', of: 'knowledge_chunk' },
    knowledge_input: { by: 'job', column: 'job_id' },
    knowledge_removal: { by: 'job', column: 'job_id' },
    knowledge_turn: { by: 'job', column: 'job_id' },
    knowledge_refusal: { by: 'job', column: 'job_id' },
    knowledge_skip: { by: 'job', column: 'job_id' },
  },
  objects: {
    'knowledge/': {
      by: 'row',
      keys: [
        { table: 'knowledge_document', column: 'markdown_key' },
        { table: 'knowledge_document', column: 'source_key' },
      ],
    },
  },
} as const satisfies Manifest;
