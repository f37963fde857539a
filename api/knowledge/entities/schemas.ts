/** Corrections about names in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { MOST_GROUPS } from '../../../engines/knowledge/entities/options.ts';
import { CORRECTION_KINDS, CORRECTION_SOURCES } from '../../../domain/knowledge/graph/index.ts';
import { pageMembers, pageOf } from '../../contract/page.ts';
import {
  Decimal,
  Flag,
  Id,
  List,
  Named,
  Nullable,
  RowId,
  Text,
  Timestamp,
  Whole,
  Word,
} from '../../contract/schema.ts';
import { DatasetId } from '../shared/path-parameters.ts';

const name = (description: string, example: string) => Text(description, example, { minLength: 1, maxLength: 255 });
const documentId = Text('The document.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd', { minLength: 1, maxLength: 255 });

/** Names, and documents of a sense, that one request may decide about. */
const MOST_NAMES = 100;
const MOST_DOCUMENTS = 1000;
/** A split that is proposed can be sent: one of its entities is the first. */
const MOST_SENSES = MOST_GROUPS - 1;

export const MergeRequest = Named('KnowledgeMergeRequest', 'Names of one entity.', {
  names: List(name('A name in any spelling.', 'Finance Board'), 'Names that documents mention which you may read.', {
    minItems: 2,
    maxItems: MOST_NAMES,
    uniqueItems: true,
    examples: [['Finance Board', 'Board of Finance']],
  }),
  main: Type.Optional(name('The name that stands for the others. Default: the first.', 'Finance Board')),
});
export type MergeRequest = Static<typeof MergeRequest>;

const SplitNames = Named('KnowledgeNamesToSplit', 'Names that are not the same entity’s, whatever documents say.', {
  names: List(name('A name in any spelling.', 'Finance Board'), 'The names.', {
    minItems: 2,
    maxItems: MOST_NAMES,
    uniqueItems: true,
    examples: [['Finance Board', 'Finance Office']],
  }),
});

export const SplitSense = Named('KnowledgeSense', 'A further entity that has the name.', {
  document_ids: List(documentId, 'Documents in which the name means it.', {
    minItems: 1,
    maxItems: MOST_DOCUMENTS,
    uniqueItems: true,
    examples: [['doc_01k9zt6v3c8wq4m2n7r5x0ybhd']],
  }),
});

const SplitSenses = Named('KnowledgeNameToSplit', 'One name that several entities have.', {
  name: name('The name in any spelling.', 'Jon Marsh'),
  senses: List(
    SplitSense,
    'The further entities. In all other documents, the name means the first entity. It replaces an earlier ' +
      'split of the name.',
    { minItems: 1, maxItems: MOST_SENSES },
  ),
});

export const SplitRequest = Type.Union([SplitNames, SplitSenses], {
  title: 'KnowledgeSplitRequest',
  description: 'Either names to keep apart, or one name with its entities.',
});
export type SplitRequest = Static<typeof SplitRequest>;

export const CorrectionId = Type.Object({
  ...DatasetId.properties,
  correctionId: RowId('The correction.', '17'),
});

export const KnowledgeCorrection = Named('KnowledgeCorrection', 'A correction about names.', {
  correction_id: RowId('The correction.', '17'),
  kind: Word(
    CORRECTION_KINDS,
    '`merge`: the names are one entity’s. `separate`: they are not. `split`: the name is several entities’.',
  ),
  names: List(Text('Normal form.', 'finance board'), 'The names that you may read; of a merge, the main one first.', {
    examples: [['finance board', 'board of finance']],
  }),
  senses: Nullable(
    List(SplitSense, 'Of a split: its further entities, with the documents that you may read. `null` otherwise.'),
  ),
  source: Word(CORRECTION_SOURCES, 'Who decided: a person, or the Memify pipeline `consolidate_entities`.'),
  subject: Text('Subject of the token that decided it, or that submitted the job.', 'developer'),
  job_id: Nullable(Id('job', 'The job; `null` for a person’s correction.')),
  score: Nullable(Decimal('How sure consolidation was, from 0 to 1; `null` for a person’s correction.', 0.93)),
  reasons: List(Text('A reason.', 'same_words'), 'Why consolidation decided it; empty for a person’s correction.', {
    examples: [['same_words', 'shared_neighbours']],
  }),
  undoes: Flag(
    'Somebody took back what consolidation decided: this correction keeps it from deciding the same again, and ' +
      'changes nothing else.',
    false,
  ),
  created_at: Timestamp('When.'),
});
export type KnowledgeCorrection = Static<typeof KnowledgeCorrection>;

export const CORRECTION_PAGES = { of: 'Corrections', usual: 100, most: 500 };
const jobFilter = Id('job', 'Only what this job decided.');

export const CorrectionPage = Type.Object(
  { ...pageMembers(CORRECTION_PAGES), job_id: Type.Optional(jobFilter) },
  { additionalProperties: false },
);

export const KnowledgeCorrectionList = Named('KnowledgeCorrectionList', 'A page of corrections.', {
  ...pageOf(KnowledgeCorrection, 'The corrections, oldest first.'),
});
export type KnowledgeCorrectionList = Static<typeof KnowledgeCorrectionList>;

export const CorrectionsOfJob = Type.Object({ job_id: jobFilter }, { additionalProperties: false });

export const KnowledgeUndone = Named('KnowledgeUndone', 'How many corrections were undone.', {
  undone: Whole('Corrections.', 12),
});
