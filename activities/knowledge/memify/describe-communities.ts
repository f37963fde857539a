/** The step of Memify's `communities` that has a language model describe them. */
import type { Found, RangeEnd, PricedRange } from '../../../domain/jobs/row-ranges.ts';
import {
  commitDescriptions,
  communitiesToDescribe,
  countDescriptions,
  undescribed,
  descriptionSums,
} from '../../../domain/knowledge/graph/index.ts';
import type {
  DescriptionWork,
  UndescribedCommunity,
  WrittenDescription,
} from '../../../domain/knowledge/graph/index.ts';
import { datasetToWrite } from '../../../domain/knowledge/datasets/index.ts';
import { languageOf } from '../../../domain/knowledge/documents/language.ts';
import type { CallsEstimate, DescriptionsOutcome } from '../../../domain/knowledge/results.ts';
import { callsEstimate } from '../../../domain/knowledge/cognify/index.ts';
import type { Models } from '../../../domain/models/index.ts';
import { MOST_SENTENCES } from '../../../engines/knowledge/communities/index.ts';
import {
  checkDescription,
  DESCRIPTION_PROMPT,
  descriptionPrompt,
  estimateDescriptions,
  MOST_DESCRIPTION_TOKENS,
} from '../../../engines/knowledge/communities/description.ts';
import type { DescriptionAnswer } from '../../../engines/knowledge/communities/description.ts';
import type { Database } from '../../../platform/database/client.ts';
import { thisJob } from '../../jobs/this-job.ts';
import type { Reply } from '../../models/ask-each.ts';
import type { Step } from '../../step/step.ts';
import { askAboutChunks, pricedBy } from '../ask-about-chunks.ts';
import type { ChunkQuestions } from '../ask-about-chunks.ts';
import { digestOf, extractionModel } from '../cognify/extraction-rules.ts';
import { turnOf } from '../take-turn.ts';
import type { MemifyInput, MemifyPlanInput, MemifyStepInput } from '../types.ts';

export interface DescribeDependencies {
  readonly database: Database;
  readonly models: Models;
}

/** Communities of a step, one call each and all at once; and steps of a plan. */
const PLAN = { size: 8, ranges: 100 };

/** Changes with the model and with what it is asked. */
export function writerOf(models: Pick<Models, 'of'>): string {
  const model = extractionModel(models);
  return `${model.name} ${digestOf(model, DESCRIPTION_PROMPT)}`;
}

/** Which communities are to be described next, and what that will take. */
export async function planDescriptions(
  { database, models }: DescribeDependencies,
  { dataset_id, after }: MemifyPlanInput<'communities'>,
): Promise<PricedRange[]> {
  await datasetToWrite(database, dataset_id);
  const model = extractionModel(models);
  const ranges = await communitiesToDescribe(database, workOf(models, dataset_id, thisJob().jobId), after, PLAN);
  return pricedBy(model, ranges, ({ rows, tokens }) =>
    estimateDescriptions({ calls: rows, passages: rows * MOST_SENTENCES, tokens }),
  );
}

/** What has become of the communities so far. */
export async function descriptionsOutcome(
  { database, models }: DescribeDependencies,
  { dataset_id }: Pick<MemifyInput<'communities'>, 'dataset_id'>,
): Promise<Omit<DescriptionsOutcome, 'stopped_by'>> {
  const counts = await countDescriptions(database, workOf(models, dataset_id, thisJob().jobId));
  return { model: extractionModel(models).name, ...counts };
}

/** What the descriptions that a dry run has found due would take. */
export function estimateDescribing({ models }: Pick<DescribeDependencies, 'models'>, found: Found): CallsEstimate {
  const sums = descriptionSums(found);
  return callsEstimate(extractionModel(models), sums.calls, estimateDescriptions(sums));
}

/** Has the communities of a range described that still are to be. */
export function describeCommunities(
  dependencies: DescribeDependencies,
  input: MemifyStepInput<'communities'>,
  step: Step,
): Promise<RangeEnd> {
  const { database, models } = dependencies;
  const turn = turnOf(input, step);
  const model = extractionModel(models);
  const work = workOf(models, turn.datasetId, turn.jobId);
  const questions: ChunkQuestions<UndescribedCommunity, typeof DESCRIPTION_PROMPT.schema> = {
    model,
    unit: 'communities',
    due: () => undescribed(database, work, input.rows),
    prompt: { name: 'community', ...DESCRIPTION_PROMPT },
    text: ({ names, passages }) => descriptionPrompt(names, passages.map(inLanguage)),
    most: () => MOST_DESCRIPTION_TOKENS,
    chunks: ({ passages }) => passages.map(({ chunk, hash }) => ({ id: BigInt(chunk), hash })),
    commit: (replies) => {
      const written = { writer: work.writer, model: model.name };
      return commitDescriptions(database, turn, written, replies.map(descriptionIn));
    },
  };
  return askAboutChunks(dependencies, input, questions, step);
}

function workOf(models: Models, datasetId: string, jobId: string): DescriptionWork {
  return { datasetId, jobId, writer: writerOf(models) };
}

const inLanguage = ({ heading, body, language }: UndescribedCommunity['passages'][number]) => ({
  heading,
  body,
  language: languageOf(language),
});

/** What the passages bear out of a model's answer. */
function descriptionIn({ item, answer, skipped }: Reply<UndescribedCommunity, DescriptionAnswer>): WrittenDescription {
  const description = answer && checkDescription(answer, item.passages.map(inLanguage));
  return { community: item, description, skipped };
}
