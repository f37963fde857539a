/** The request of a Memify job. */
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { LEAST_SCORE, MERGE_THRESHOLD } from '../../../../engines/knowledge/entities/options.ts';
import { NODE_TYPES } from '../../../../domain/knowledge/memify/index.ts';
import {
  DEFAULT_PIPELINE,
  MEMIFY_PIPELINES,
  PIPELINE_NAMES,
  pipelinesWith,
} from '../../../../domain/knowledge/memify/pipelines.ts';
import type { PipelineMember } from '../../../../domain/knowledge/memify/pipelines.ts';
import { Decimal, Flag, List, Named, Text, Word } from '../../../contract/schema.ts';
import { SessionId } from '../../sessions/session-id.ts';
import { EXTRACTORS, common, modelLimits } from './shared.ts';

const code = (name: string): string => `\`${name}\``;

const onlyWith = (member: PipelineMember): string => `Only with ${pipelinesWith(member).map(code).join(' and ')}`;

const aboutPipelines = PIPELINE_NAMES.map((name) => {
  const isDefault = name === DEFAULT_PIPELINE ? ' (default)' : '';
  return `${code(name)}${isDefault}: ${MEMIFY_PIPELINES[name].about}.`;
}).join(' ');

/** Each is for the pipelines whose entry lists it. */
const pipelineMembers = {
  threshold: Type.Optional(
    Decimal(
      `${onlyWith('threshold')}: the lowest score of a merge or split (docs/knowledge-entities.md). Default ` +
        `${MERGE_THRESHOLD}.`,
      MERGE_THRESHOLD,
      { minimum: LEAST_SCORE, maximum: 1 },
    ),
  ),
  dry_run: Type.Optional(
    Flag(
      `${onlyWith('dry_run')}: what would change is counted and not made. Of \`communities\`, no model is ` +
        `called, and the result has a \`model_estimate\`. Default false.`,
      false,
    ),
  ),
  extractor: Type.Optional(
    Word(
      EXTRACTORS,
      `${onlyWith('extractor')}: whether a language model finds the rules, or describes the communities. ` +
        `\`auto\` (default): if one has the role \`extract\`. \`rules\`: no; rules are found by their words, and ` +
        'a summary has sentences of documents only.',
    ),
  ),
  ...modelLimits,
  node_type: Type.Optional(Word(NODE_TYPES, 'What `node_names` refers to. Default `document`.')),
  node_names: Type.Optional(
    List(
      Text('Identifier, label or title of a document, or name of an entity.', 'travel-policy', {
        minLength: 1,
        maxLength: 255,
      }),
      `${onlyWith('node_names')}: limits the job to these. Default: the whole dataset.`,
      { minItems: 1, maxItems: 100, uniqueItems: true, examples: [['travel-policy']] },
    ),
  ),
  session_ids: Type.Optional(
    List(
      SessionId,
      `${onlyWith('session_ids')}: your sessions to make documents of. Default: those that found something in ` +
        'the dataset.',
      { minItems: 1, maxItems: 1000, uniqueItems: true, examples: [['travel-questions']] },
    ),
  ),
} satisfies Readonly<Record<PipelineMember, TSchema>>;

export const MemifyRequest = Named('KnowledgeMemifyRequest', 'A Memify job for a dataset.', {
  ...common,
  pipeline: Type.Optional(Word(PIPELINE_NAMES, `What the job does. ${aboutPipelines}`)),
  ...pipelineMembers,
});
export type MemifyRequest = Static<typeof MemifyRequest>;
