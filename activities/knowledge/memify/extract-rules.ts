/** The step of Memify's `coding_rules` that has a language model find the rules about code that chunks state. */
import type { RangeEnd, PricedRange } from '../../../domain/jobs/row-ranges.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets/index.ts';
import {
  chunkTexts,
  chunksForRules,
  commitRules,
  countChunksForRules,
  countRuleExtraction,
} from '../../../domain/knowledge/memify/index.ts';
import type { ChunkText } from '../../../domain/knowledge/documents/index.ts';
import type { ChunkRules, RuleSelection, NodeSelection } from '../../../domain/knowledge/memify/index.ts';
import type { ExtractionOutcome } from '../../../domain/knowledge/results.ts';
import type { Models } from '../../../domain/models/index.ts';
import { estimateExtraction, mostOutputTokens, passagePrompt } from '../../../engines/knowledge/extraction/index.ts';
import { groundRules, RULES_PROMPT } from '../../../engines/knowledge/rules/index.ts';
import type { RulesAnswer } from '../../../engines/knowledge/rules/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ModelConfig } from '../../../platform/config/models.ts';
import { thisJob } from '../../jobs/this-job.ts';
import type { Reply } from '../../models/ask-each.ts';
import type { Step } from '../../step/step.ts';
import { askAboutChunks, pricedBy } from '../ask-about-chunks.ts';
import type { ChunkQuestions } from '../ask-about-chunks.ts';
import { digestOf, extractionModel } from '../cognify/extraction-rules.ts';
import { rulesByWords } from './read-rules.ts';
import { turnOf } from '../take-turn.ts';
import type { MemifyInput, MemifyPlanInput, MemifyStepInput } from '../types.ts';

export interface ExtractRulesDependencies {
  readonly database: Database;
  readonly models: Models;
}

/** Chunks of a step, one call each and all at once; and steps of a plan. */
const PLAN = { size: 8, ranges: 100 };

/** Which chunks are to be read next, and what that will take. */
export async function planRuleExtraction(
  { database, models }: ExtractRulesDependencies,
  { dataset_id, options, after }: MemifyPlanInput<'coding_rules'>,
): Promise<PricedRange[]> {
  await datasetToWrite(database, dataset_id);
  const model = extractionModel(models);
  const ranges = await chunksForRules(
    database,
    selectionOf(model, dataset_id, thisJob().jobId, options.nodes),
    after,
    PLAN,
  );
  return pricedBy(model, ranges, ({ rows, tokens }) => estimateExtraction(RULES_PROMPT, { chunks: rows, tokens }));
}

/** What has become of the chunks so far. */
export async function ruleExtractionOutcome(
  { database, models }: ExtractRulesDependencies,
  { dataset_id, options }: MemifyInput<'coding_rules'>,
): Promise<Omit<ExtractionOutcome, 'stopped_by'>> {
  const model = extractionModel(models);
  const { jobId } = thisJob();
  const [counts, left] = await Promise.all([
    countRuleExtraction(database, jobId),
    countChunksForRules(database, selectionOf(model, dataset_id, jobId, options.nodes)),
  ]);
  return { model: model.name, ...counts, names_dropped: 0, facts_dropped: 0, left };
}

/**
 * Reads the rules of the chunks of a range that are still due. The rules of a chunk that is skipped are found by their
 * words.
 */
export function extractRules(
  dependencies: ExtractRulesDependencies,
  input: MemifyStepInput<'coding_rules'>,
  step: Step,
): Promise<RangeEnd> {
  const { database, models } = dependencies;
  const turn = turnOf(input, step);
  const model = extractionModel(models);
  const selection = selectionOf(model, turn.datasetId, turn.jobId, input.options.nodes);
  const questions: ChunkQuestions<ChunkText, typeof RULES_PROMPT.schema> = {
    model,
    unit: 'chunks',
    due: () => chunkTexts(database, selection, input.rows),
    prompt: { name: 'coding_rules', ...RULES_PROMPT },
    text: passagePrompt,
    most: ({ tokens }) => mostOutputTokens(tokens),
    chunks: (chunk) => [chunk],
    commit: (replies) => {
      const read = replies.map((reply) => rulesIn(reply, model));
      return commitRules(database, turn, selection.reader, read);
    },
  };
  return askAboutChunks(dependencies, input, questions, step);
}

function selectionOf(model: ModelConfig, datasetId: string, jobId: string, nodes: NodeSelection | null): RuleSelection {
  return { datasetId, jobId, reader: `${model.name} ${digestOf(model, RULES_PROMPT)}`, nodes };
}

/** What the text supports of a model's answer. */
function rulesIn({ item: chunk, answer, skipped }: Reply<ChunkText, RulesAnswer>, { name }: ModelConfig): ChunkRules {
  if (answer === null) return { ...rulesByWords(chunk), skipped };
  return { chunk: chunk.id, ...groundRules(chunk.body, answer), extractor: name, skipped: null };
}
