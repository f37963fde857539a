/** The step that has a language model read chunks, and commits the names and facts that their texts support. */
import type { Database } from '../../../platform/database/client.ts';
import type { RangeEnd, PricedRange } from '../../../domain/jobs/row-ranges.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets/index.ts';
import {
  chunksToExtract,
  commitExtractions,
  countExtractions,
  extractionLeft,
  unextractedChunks,
} from '../../../domain/knowledge/cognify/index.ts';
import type { ChunkText } from '../../../domain/knowledge/documents/index.ts';
import type { ChunkExtraction } from '../../../domain/knowledge/cognify/index.ts';
import type { ExtractionOutcome } from '../../../domain/knowledge/results.ts';
import { languageOf } from '../../../domain/knowledge/documents/language.ts';
import {
  estimateExtraction,
  mostOutputTokens,
  groundGraph,
  passagePrompt,
  promptOf,
} from '../../../engines/knowledge/extraction/index.ts';
import type { ExtractedGraph } from '../../../engines/knowledge/extraction/index.ts';
import { thisJob } from '../../jobs/this-job.ts';
import type { Reply } from '../../models/ask-each.ts';
import type { Step } from '../../step/step.ts';
import { askAboutChunks, pricedBy } from '../ask-about-chunks.ts';
import type { ChunkQuestions } from '../ask-about-chunks.ts';
import { extractionOf } from './extraction-rules.ts';
import type { ExtractionDependencies } from './extraction-rules.ts';
import { turnOf } from '../take-turn.ts';
import type { ExtractInput, ExtractionInput, PlanExtractionInput } from '../types.ts';

export interface ExtractDependencies extends ExtractionDependencies {
  readonly database: Database;
}

/** Chunks of a step, one call each and all at once; and steps of a plan. */
const PLAN = { size: 8, ranges: 100 };

/** Which chunks are to be extracted next, and what that will take. */
export async function planExtraction(
  dependencies: ExtractDependencies,
  input: PlanExtractionInput,
): Promise<PricedRange[]> {
  const { database } = dependencies;
  await datasetToWrite(database, input.dataset_id);
  const { model, profile, work } = extractionOf(dependencies, turnOf(input, thisJob()), input);
  const ranges = await chunksToExtract(database, work, input.after, PLAN);
  return pricedBy(model, ranges, ({ rows, tokens }) => estimateExtraction(promptOf(profile), { chunks: rows, tokens }));
}

/** What has become of the chunks so far. */
export async function extractionOutcome(
  dependencies: ExtractDependencies,
  input: ExtractionInput,
): Promise<Omit<ExtractionOutcome, 'stopped_by'>> {
  const { database } = dependencies;
  const { model, work } = extractionOf(dependencies, turnOf(input, thisJob()), input);
  const [counts, left] = await Promise.all([countExtractions(database, work), extractionLeft(database, work)]);
  return { model: model.name, profile: input.extraction.profile, ...counts, left: left.rows };
}

/** Extracts the chunks of a range that are still due. */
export function extractGraphs(dependencies: ExtractDependencies, input: ExtractInput, step: Step): Promise<RangeEnd> {
  const { database } = dependencies;
  const { model, profile, work } = extractionOf(dependencies, turnOf(input, step), input);
  const questions: ChunkQuestions<ChunkText, ReturnType<typeof promptOf>['schema']> = {
    model,
    unit: 'chunks',
    due: () => unextractedChunks(database, work, input.rows),
    prompt: { name: 'knowledge_graph', ...promptOf(profile) },
    text: passagePrompt,
    most: ({ tokens }) => mostOutputTokens(tokens),
    chunks: (chunk) => [chunk],
    commit: (replies) => commitExtractions(database, work, model.name, replies.map(extractionIn)),
  };
  return askAboutChunks(dependencies, input, questions, step);
}

/** What the text supports of a model's answer. */
function extractionIn({ item: chunk, answer, skipped }: Reply<ChunkText, ExtractedGraph>): ChunkExtraction {
  const chunkId = chunk.id;
  if (answer === null) return { chunkId, graph: null, skipped, namesDropped: 0, factsDropped: 0 };
  const { names, facts, ...dropped } = groundGraph(chunk.body, languageOf(chunk.language), answer);
  return { chunkId, graph: { names, facts }, skipped, ...dropped };
}
