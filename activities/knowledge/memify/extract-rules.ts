/** The step of Memify's `coding_rules` that has a language model find the rules about code that chunks state. */
import type { RangeEnd, PricedRange } from '../../../domain/jobs/row-ranges.ts';
import { callSubject, removeCallsOfRemoved } from '../../../domain/knowledge/chunk-calls.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets.ts';
import {
  chunkTexts,
  chunksForRules,
  commitRules,
  countChunksForRules,
  countRuleExtraction,
} from '../../../domain/knowledge/memify/coding-rules.ts';
import type { ChunkText } from '../../../domain/knowledge/chunk-texts.ts';
import type { ChunkRules, RuleSelection } from '../../../domain/knowledge/memify/coding-rules.ts';
import type { NodeSelection } from '../../../domain/knowledge/memify/nodes.ts';
import type { ExtractionOutcome } from '../../../domain/knowledge/results.ts';
import { outputLimit, usdOf } from '../../../domain/models/index.ts';
import type { Models } from '../../../domain/models/index.ts';
import { estimateExtraction, mostOutputTokens } from '../../../engines/knowledge/extraction/estimate.ts';
import { passagePrompt } from '../../../engines/knowledge/extraction/prompt.ts';
import { groundRules } from '../../../engines/knowledge/rules/ground.ts';
import { RULES_PROMPT } from '../../../engines/knowledge/rules/prompt.ts';
import type { RulesAnswer } from '../../../engines/knowledge/rules/prompt.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { ModelConfig } from '../../../platform/config/models.ts';
import { thisJob } from '../../jobs/this-job.ts';
import { askEach } from '../../models/ask-each.ts';
import type { Reply } from '../../models/ask-each.ts';
import type { Step } from '../../step/step.ts';
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
  return ranges.map(({ first, last, rows, tokens }) => {
    const { input, output } = estimateExtraction(RULES_PROMPT, { chunks: rows, tokens });
    return { first, last, rows, model: model.name, tokens: input + output, usd: usdOf(model, { input, output }) ?? 0 };
  });
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
 * Reads the rules of the chunks of a range that are still due. What has an answer is committed although others have none: then the
 * step fails, and its next attempt asks for those alone. The rules of a chunk that is skipped are found by their words.
 */
export async function extractRules(
  { database, models }: ExtractRulesDependencies,
  input: MemifyStepInput<'coding_rules'>,
  step: Step,
): Promise<RangeEnd> {
  step.begin();
  const { tenantId } = await datasetToWrite(database, input.dataset_id);
  const turn = turnOf(input, step);
  const model = extractionModel(models);
  const selection = selectionOf(model, turn.datasetId, turn.jobId, input.options.nodes);
  const items = await chunkTexts(database, selection, input.rows);
  const ask = (chunk: ChunkText): Promise<RulesAnswer> => {
    const request = {
      messages: [
        { role: 'system', content: RULES_PROMPT.system },
        { role: 'user', content: passagePrompt(chunk) },
      ],
      schema: { name: 'coding_rules', schema: RULES_PROMPT.schema },
      maxTokens: outputLimit(model, mostOutputTokens(chunk.tokens)),
    } as const;
    // A chunk that was skipped is asked for anew: what was answered then is of no use.
    const again = chunk.wasSkipped ? turn.jobId : undefined;
    const { signal, spend } = step;
    return models.extract({ model: model.name }, request, {
      tenantId,
      signal,
      spend,
      about: [callSubject(chunk)],
      again,
    });
  };
  const commit = async (replies: readonly Reply<ChunkText, RulesAnswer>[]): Promise<void> => {
    try {
      const read = replies.map((reply) => rulesIn(reply, model));
      await commitRules(database, turn, selection.reader, read);
    } finally {
      await removeCallsOfRemoved(database, tenantId, items);
    }
  };
  const modelOf = (): string => model.name;
  await askEach(models, { modelOf, tenantId, items, unit: 'chunks', ask, commit }, step);
  return { is_done: true };
}

function selectionOf(model: ModelConfig, datasetId: string, jobId: string, nodes: NodeSelection | null): RuleSelection {
  return { datasetId, jobId, reader: `${model.name} ${digestOf(model, RULES_PROMPT)}`, nodes };
}

/** What the text supports of a model's answer. */
function rulesIn({ item: chunk, answer, skipped }: Reply<ChunkText, RulesAnswer>, { name }: ModelConfig): ChunkRules {
  if (answer === null) return { ...rulesByWords(chunk), skipped };
  return { chunk: chunk.id, ...groundRules(chunk.body, answer), extractor: name, skipped: null };
}
