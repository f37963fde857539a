/** The steps of a dry run: what a Cognify job would do. They write nothing and call no model. */
import type { FairTurns } from '../../../platform/fair-turns.ts';
import type { Database } from '../../../platform/database/client.ts';
import {
  missingChunks,
  extractionOfCut,
  extractionOfUnchanged,
  isDue,
  callsEstimate,
} from '../../../domain/knowledge/cognify/index.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets/index.ts';
import { documentsBetween } from '../../../domain/knowledge/documents/index.ts';
import type { DocumentRow } from '../../../domain/knowledge/documents/index.ts';
import type { CognifyEstimate } from '../../../domain/knowledge/results.ts';
import { usdOf } from '../../../domain/models/prices.ts';
import { estimateTokens } from '../../../engines/text/tokens.ts';
import { estimateExtraction, promptOf } from '../../../engines/knowledge/extraction/index.ts';
import { untilPartEnds } from '../../step/part-end.ts';
import type { Step } from '../../step/step.ts';
import { workOf } from './chunk-documents.ts';
import { cutStored, exceedsLimits } from '../processes/cut-stored.ts';
import type { CutDependencies } from '../processes/cut-stored.ts';
import { extractionOf } from './extraction-rules.ts';
import type { ExtractionDependencies } from './extraction-rules.ts';
import { turnOf } from '../take-turn.ts';
import { poolCaller } from '../../step/pool-caller.ts';
import type { ChunkSums, EstimateChunksInput, EstimateInput, EstimateModelsInput, EstimatedBatch } from '../types.ts';

export interface EstimateDependencies extends ExtractionDependencies, CutDependencies {
  readonly knowledgeTurns: FairTurns;
  readonly database: Database;
}

/** Cuts the documents of a range that a Cognify job would chunk, until all are done or the step is to make room. */
export async function estimateChunks(
  dependencies: EstimateDependencies,
  input: EstimateChunksInput,
  step: Step,
): Promise<EstimatedBatch> {
  const { database, models } = dependencies;
  const { envelope, dataset_id, rules, rows } = input;
  const { embeddingModel: model } = await datasetToWrite(database, dataset_id);
  const prefixTokens = estimateTokens(models.named(model).prefixes.passage);
  const work = workOf(rules, turnOf(input, step).generation);
  const due = (await documentsBetween(database, dataset_id, rows)).filter((document) => isDue(document, work));
  const isOver = untilPartEnds(dependencies.knowledgeTurns, envelope, step);
  let sums: ChunkSums = { documents: 0, chunks: 0, embedded_tokens: 0, extracted: 0, extracted_tokens: 0 };
  for (const document of due) {
    step.signal.throwIfAborted();
    if (sums.documents > 0 && isOver()) {
      return { is_done: false, rest: { first: String(document.id), last: rows.last }, sums };
    }
    const estimated = await estimateDocument(dependencies, input, document, model, step).catch((error: unknown) => {
      if (exceedsLimits(error)) return null;
      throw error;
    });
    // A real run would skip it.
    if (estimated === null) continue;
    const { added, extracted } = estimated;
    sums = {
      documents: sums.documents + 1,
      chunks: sums.chunks + added.length,
      embedded_tokens: added.reduce(
        (sum, { heading, tokens }) => sum + prefixTokens + estimateTokens(heading) + tokens,
        sums.embedded_tokens,
      ),
      extracted: sums.extracted + extracted.rows,
      extracted_tokens: sums.extracted_tokens + extracted.tokens,
    };
  }
  return { is_done: true, sums };
}

/** The chunks that would be added to a document, and what would be extracted from it. */
async function estimateDocument(
  dependencies: EstimateDependencies,
  input: EstimateInput,
  document: DocumentRow,
  model: string,
  step: Step,
) {
  const { database } = dependencies;
  const { chunking, incremental } = input.rules;
  const turn = turnOf(input, step);
  const { chunks: cut } = await cutStored(dependencies, document, chunking, poolCaller(input.envelope, step));
  const added = await missingChunks(database, turn, document.id, { model, incremental }, cut);
  if (input.extraction === null) return { added, extracted: { rows: 0, tokens: 0 } };
  const { work } = extractionOf(dependencies, turn, { rules: input.rules, extraction: input.extraction });
  return { added, extracted: await extractionOfCut(database, work, document.id, cut) };
}

/** What the models of the settings would take, for these chunks and for those that are there. */
export async function estimateModels(
  dependencies: EstimateDependencies,
  input: EstimateModelsInput,
  step: Step,
): Promise<CognifyEstimate> {
  const { database, models } = dependencies;
  const { dataset_id, sums } = input;
  const { embeddingModel } = await datasetToWrite(database, dataset_id);
  const usd = usdOf(models.named(embeddingModel), { input: sums.embedded_tokens, output: 0 });
  return {
    documents: sums.documents,
    chunks: sums.chunks,
    embedding: { model: embeddingModel, tokens: sums.embedded_tokens, usd },
    extraction: await estimateCalls(dependencies, input, step),
  };
}

async function estimateCalls(
  dependencies: EstimateDependencies,
  input: EstimateModelsInput,
  step: Step,
): Promise<CognifyEstimate['extraction']> {
  const { rules, extraction, sums } = input;
  if (extraction === null) return null;
  const turn = turnOf(input, step);
  const { model, profile, work } = extractionOf(dependencies, turn, { rules, extraction });
  const present = await extractionOfUnchanged(dependencies.database, work, workOf(rules, turn.generation));
  const calls = sums.extracted + present.rows;
  const size = { chunks: calls, tokens: sums.extracted_tokens + present.tokens };
  const tokens = estimateExtraction(promptOf(profile), size);
  return { ...callsEstimate(model, calls, tokens), profile: extraction.profile };
}
