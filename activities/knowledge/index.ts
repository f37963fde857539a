/** The steps of knowledge jobs. */
import type { MemifyPipeline } from '../../domain/knowledge/memify/pipelines.ts';
import type { JobInput } from '../../domain/jobs/model.ts';
import type { Found } from '../../domain/jobs/row-ranges.ts';
import { inFairTurn } from '../step/in-turn.ts';
import { runMoment } from '../step/plain-activities.ts';
import type { Step, WaitingRooms } from '../step/step.ts';
import { stepsWith } from '../step/steps-with.ts';
import { addDocument, addTexts, recordFailedInput } from './add/add-input.ts';
import type { AddDependencies } from './add/add-input.ts';
import { embedChunks, planEmbedding, removeVectors, useModel } from './re-embedding.ts';
import type { ReEmbeddingInput } from './re-embedding.ts';
import { chunkDocuments, planChunks } from './cognify/chunk-documents.ts';
import type { ChunkDependencies, PlanDependencies } from './cognify/chunk-documents.ts';
import { estimateChunks, estimateModels } from './cognify/estimate.ts';
import type { EstimateDependencies } from './cognify/estimate.ts';
import { extractGraphs, extractionOutcome, planExtraction } from './cognify/extract-graphs.ts';
import type { ExtractDependencies } from './cognify/extract-graphs.ts';
import { embedFacts, planFacts, planReembedding, reembedFacts } from './memify/embed-facts.ts';
import { consolidateEntities, planConsolidation } from './memify/consolidate-entities.ts';
import { divideLayer, planLayers, planSummaries, summarizeCommunities } from './memify/communities.ts';
import {
  describeCommunities,
  descriptionsOutcome,
  estimateDescribing,
  planDescriptions,
} from './memify/describe-communities.ts';
import { keepSessions, planSessions } from './memify/keep-sessions.ts';
import { planReading, readNames } from './cognify/read-names.ts';
import { planRules, readRules } from './memify/read-rules.ts';
import { extractRules, planRuleExtraction, ruleExtractionOutcome } from './memify/extract-rules.ts';
import type { ReadDependencies } from './cognify/read-names.ts';
import { removeDataset, removeDocuments } from './remove.ts';
import { cognifyCounts, memifyCounts } from './job-counts.ts';
import { takeTurn } from './take-turn.ts';
import type {
  DatasetInput,
  ExtractionInput,
  MemifyInput,
  MemifyPlanInput,
  PlanExtractionInput,
  PlanInput,
} from './types.ts';

export type KnowledgeDependencies = AddDependencies &
  ChunkDependencies &
  ReadDependencies &
  EstimateDependencies &
  ExtractDependencies & { readonly rooms: WaitingRooms };

/** Short reads, run by the worker that holds the workflow. */
export type KnowledgeLocalActivities = ReturnType<typeof createKnowledgeLocalActivities>;
export function createKnowledgeLocalActivities(dependencies: PlanDependencies & ExtractDependencies) {
  return {
    planChunks: (input: PlanInput) => runMoment(() => planChunks(dependencies, input)),
    planEmbedding: (input: ReEmbeddingInput & { readonly after: string }) =>
      runMoment(() => planEmbedding(dependencies, input)),
    planReembedding: (input: ReEmbeddingInput & { readonly after: string }) =>
      runMoment(() => planReembedding(dependencies, input)),
    cognifyCounts: () => runMoment(() => cognifyCounts(dependencies)),
    planReading: (input: DatasetInput & { readonly after: string }) =>
      runMoment(() => planReading(dependencies, input)),
    planExtraction: (input: PlanExtractionInput) => runMoment(() => planExtraction(dependencies, input)),
    extractionOutcome: (input: ExtractionInput) => runMoment(() => extractionOutcome(dependencies, input)),
    memifyCounts: (pipeline: MemifyPipeline, found: Found) =>
      runMoment(() => memifyCounts(dependencies, pipeline, found)),
    planFacts: (input: MemifyPlanInput<'triplet_embeddings'>) => runMoment(() => planFacts(dependencies, input)),
    planRuleExtraction: (input: MemifyPlanInput<'coding_rules'>) =>
      runMoment(() => planRuleExtraction(dependencies, input)),
    ruleExtractionOutcome: (input: MemifyInput<'coding_rules'>) =>
      runMoment(() => ruleExtractionOutcome(dependencies, input)),
    planRules: (input: MemifyPlanInput<'coding_rules'>) => runMoment(() => planRules(dependencies, input)),
    planConsolidation: (input: MemifyPlanInput<'consolidate_entities'>) =>
      runMoment(() => planConsolidation(dependencies, input)),
    planSessions: (input: MemifyPlanInput<'session_persistence'>) => runMoment(() => planSessions(dependencies, input)),
    planLayers: (input: MemifyPlanInput<'communities'>) => runMoment(() => planLayers(dependencies, input)),
    planDescriptions: (input: MemifyPlanInput<'communities'>) => runMoment(() => planDescriptions(dependencies, input)),
    descriptionsOutcome: (input: MemifyInput<'communities'>) =>
      runMoment(() => descriptionsOutcome(dependencies, input)),
    estimateDescribing: (found: Found) => runMoment(async () => estimateDescribing(dependencies, found)),
    planSummaries: (input: MemifyPlanInput<'communities'>) => runMoment(() => planSummaries(dependencies, input)),
  };
}

/** Steps that read, embed and write, run by the workers of the task queue `knowledge`. */
export type KnowledgeActivities = ReturnType<typeof createKnowledgeActivities>;
export function createKnowledgeActivities(dependencies: KnowledgeDependencies) {
  const step = stepsWith(dependencies);
  /** Tenants take turns at what these steps hold: the chunks of a commit, and connections to the database. */
  const stepOf = <I extends Pick<JobInput, 'envelope'>, T>(
    work: (dependencies: KnowledgeDependencies, input: I, step: Step) => Promise<T>,
  ) =>
    step((parts: KnowledgeDependencies, input: I, own) =>
      inFairTurn(parts.knowledgeTurns, 'knowledge', input.envelope, own, () => work(parts, input, own)),
    );
  return {
    addTexts: stepOf(addTexts),
    addDocument: stepOf(addDocument),
    recordFailedInput: stepOf(recordFailedInput),
    chunkDocuments: stepOf(chunkDocuments),
    estimateChunks: stepOf(estimateChunks),
    estimateModels: stepOf(estimateModels),
    extractGraphs: stepOf(extractGraphs),
    readNames: stepOf(readNames),
    takeTurn: step(takeTurn),
    embedChunks: stepOf(embedChunks),
    reembedFacts: stepOf(reembedFacts),
    useModel: stepOf(useModel),
    removeVectors: stepOf(removeVectors),
    embedFacts: stepOf(embedFacts),
    readRules: stepOf(readRules),
    divideLayer: stepOf(divideLayer),
    summarizeCommunities: stepOf(summarizeCommunities),
    describeCommunities: stepOf(describeCommunities),
    extractRules: stepOf(extractRules),
    keepSessions: stepOf(keepSessions),
    consolidateEntities: stepOf(consolidateEntities),
    removeDataset: stepOf(removeDataset),
    removeDocuments: stepOf(removeDocuments),
  };
}
