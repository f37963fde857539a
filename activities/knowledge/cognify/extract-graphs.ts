/** The step that has a language model read chunks, and commits the names and facts that their texts support. */
import type { Database } from '../../../platform/database/client.ts';
import type { RangeEnd, PricedRange } from '../../../domain/jobs/row-ranges.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets.ts';
import {
  chunksToExtract,
  commitExtractions,
  countExtractions,
  extractionLeft,
  unextractedChunks,
} from '../../../domain/knowledge/cognify/extractions.ts';
import { callSubject, removeCallsOfRemoved } from '../../../domain/knowledge/chunk-calls.ts';
import type { ChunkText } from '../../../domain/knowledge/chunk-texts.ts';
import type { ChunkExtraction } from '../../../domain/knowledge/cognify/extractions.ts';
import type { ExtractionOutcome } from '../../../domain/knowledge/results.ts';
import { languageOf } from '../../../domain/knowledge/languages.ts';
import { outputLimit, usdOf } from '../../../domain/models/index.ts';
import type { Models } from '../../../domain/models/index.ts';
import { estimateExtraction, mostOutputTokens } from '../../../engines/knowledge/extraction/estimate.ts';
import { groundGraph } from '../../../engines/knowledge/extraction/ground.ts';
import { passagePrompt, promptOf } from '../../../engines/knowledge/extraction/prompt.ts';
import type { ExtractedGraph } from '../../../engines/knowledge/extraction/prompt.ts';
import { thisJob } from '../../jobs/this-job.ts';
import { askEach } from '../../models/ask-each.ts';
import type { Reply } from '../../models/ask-each.ts';
import type { Step } from '../../step/step.ts';
import { extractionOf } from './extraction-rules.ts';
import type { Extraction, ExtractionDependencies } from './extraction-rules.ts';
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
  return ranges.map(({ first, last, rows, tokens: ofTexts }) => {
    const { input: read, output } = estimateExtraction(promptOf(profile), { chunks: rows, tokens: ofTexts });
    const usd = usdOf(model, { input: read, output }) ?? 0;
    return { first, last, rows, model: model.name, tokens: read + output, usd };
  });
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

/**
 * Extracts the chunks of a range that are still due. What has an answer is committed although others have none: then the step
 * fails, and its next attempt asks for those alone.
 */
export async function extractGraphs(
  dependencies: ExtractDependencies,
  input: ExtractInput,
  step: Step,
): Promise<RangeEnd> {
  const { database, models } = dependencies;
  step.begin();
  const { tenantId } = await datasetToWrite(database, input.dataset_id);
  const what = extractionOf(dependencies, turnOf(input, step), input);
  const items = await unextractedChunks(database, what.work, input.rows);
  const ask = (chunk: ChunkText): Promise<ExtractedGraph> => askForGraph(models, tenantId, what, chunk, step);
  const commit = async (replies: readonly Reply<ChunkText, ExtractedGraph>[]): Promise<void> => {
    try {
      await commitExtractions(database, what.work, what.model.name, replies.map(extractionIn));
    } finally {
      await removeCallsOfRemoved(database, tenantId, items);
    }
  };
  const modelOf = (): string => what.model.name;
  await askEach(models, { modelOf, tenantId, items, unit: 'chunks', ask, commit }, step);
  return { is_done: true };
}

function askForGraph(
  models: Models,
  tenantId: string,
  { model, profile, work }: Extraction,
  chunk: ChunkText,
  { signal, spend }: Step,
): Promise<ExtractedGraph> {
  const { system, schema } = promptOf(profile);
  const request = {
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: passagePrompt(chunk) },
    ],
    schema: { name: 'knowledge_graph', schema },
    maxTokens: outputLimit(model, mostOutputTokens(chunk.tokens)),
  } as const;
  // A chunk that was skipped is asked for anew: what was answered then is of no use.
  const again = chunk.wasSkipped ? work.turn.jobId : undefined;
  return models.extract({ model: model.name }, request, {
    tenantId,
    signal,
    spend,
    about: [callSubject(chunk)],
    again,
  });
}

/** What the text supports of a model's answer. */
function extractionIn({ item: chunk, answer, skipped }: Reply<ChunkText, ExtractedGraph>): ChunkExtraction {
  const chunkId = chunk.id;
  if (answer === null) return { chunkId, graph: null, skipped, namesDropped: 0, factsDropped: 0 };
  const { names, facts, ...dropped } = groundGraph(chunk.body, languageOf(chunk.language), answer);
  return { chunkId, graph: { names, facts }, skipped, ...dropped };
}
