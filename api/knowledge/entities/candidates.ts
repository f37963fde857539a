/** Entities that may be one, in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import { CANDIDATE_THRESHOLD, MERGE_REASONS } from '../../../domain/knowledge/corrections/reasons.ts';
import { findCandidates } from '../../../domain/knowledge/corrections/candidates.ts';
import type { CandidateEntity } from '../../../domain/knowledge/corrections/candidates.ts';
import { findDataset } from '../../../domain/knowledge/datasets.ts';
import { matchingDocument } from '../../../domain/knowledge/graph/filter.ts';
import { pageMembers, pageOf, readPage } from '../../contract/page.ts';
import { Decimal, Flag, List, Named, Nullable, Text, Whole, Word } from '../../contract/schema.ts';
import type { Services } from '../../services.ts';

const LIMIT = 100;
/** Entities that a request compares: they are compared anew for each page. */
const MOST_COMPARED = 10_000;

export const CandidateQuery = Type.Object(
  {
    ...pageMembers('Candidates', LIMIT, 500),
    threshold: Type.Optional(
      Decimal(`The lowest score. Default ${CANDIDATE_THRESHOLD}.`, CANDIDATE_THRESHOLD, { minimum: 0.5, maximum: 1 }),
    ),
  },
  { additionalProperties: false },
);
export type CandidateQuery = Static<typeof CandidateQuery>;

const Entity = Named('KnowledgeCandidateEntity', 'One of two entities that may be one.', {
  name: Text('Its normal form.', 'finance board'),
  label: Text('Its spelling in a chunk.', 'Finance Board'),
  type: Nullable(Text('What most chunks say it is; `null` when none does.', 'organization')),
  chunks: Whole('Chunks that mention it.', 3),
  document_id: Text('The document of the first of them.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  chunk_id: Text('The first of them.', '4712'),
});

const Candidate = Named('KnowledgeMergeCandidate', 'Two entities that may be one.', {
  score: Decimal('How sure it is, from 0 to 1.', 0.93),
  reasons: List(Word(MERGE_REASONS, 'What speaks for it, or against it (docs/knowledge-entities.md).'), 'Why.', {
    examples: [['same_words']],
  }),
  entities: List(Entity, 'The two; the first would stand for the other.', { minItems: 2, maxItems: 2 }),
});

export const KnowledgeCandidateList = Named('KnowledgeMergeCandidateList', 'A page of candidates.', {
  ...pageOf(Candidate, 'The candidates, best first.', '100'),
  complete: Flag(
    `Whether all entities were compared; otherwise only the ${MOST_COMPARED.toLocaleString('en')} most mentioned ones, or those of them with the rarest words in common.`,
    true,
  ),
});

export async function candidatePage(
  { fairReads }: Services,
  caller: Caller,
  datasetId: string,
  { limit = LIMIT, cursor = '0', threshold = CANDIDATE_THRESHOLD }: CandidateQuery,
): Promise<Static<typeof KnowledgeCandidateList>> {
  const database = fairReads(caller.tenantId);
  const { id } = await findDataset(database, caller, { dataset_id: datasetId });
  const search = { threshold, most: MOST_COMPARED };
  const { candidates, isComplete } = await findCandidates(database, id, matchingDocument(caller, {}), search);
  const from = Number(cursor);
  const { rows, next_cursor } = await readPage(
    limit,
    (take) => Promise.resolve(candidates.slice(from, from + take)),
    () => String(from + limit),
  );
  return {
    items: rows.map(({ score, reasons, entities }) => ({
      ...{ score: Number(score.toFixed(3)), reasons: [...reasons], entities: entities.map(entityOf) },
    })),
    ...{ next_cursor, complete: isComplete },
  };
}

const entityOf = ({ name, label, type, chunks, documentId, chunk }: CandidateEntity) => ({
  ...{ name, label, type, chunks, document_id: documentId, chunk_id: chunk },
});
