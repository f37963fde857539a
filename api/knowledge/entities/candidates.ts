/** Entities that may be one, and names that may be several entities', in the contract. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import type { Caller } from '../../../domain/identity/identity.ts';
import {
  CANDIDATE_THRESHOLD,
  LEAST_SCORE,
  MERGE_REASONS,
  SPLIT_REASONS,
  TRAIT_KINDS,
} from '../../../engines/knowledge/entities/options.ts';
import type {
  Candidate as MergeCandidate,
  CandidateEntity,
  ListedCandidate,
  NameSense,
  SplitCandidate,
} from '../../../domain/knowledge/graph/index.ts';
import { MOST_COMPARED, MOST_SPLIT, furtherOf } from '../../../domain/knowledge/graph/index.ts';
import { matchingDocument } from '../../../domain/knowledge/documents/index.ts';
import { pageMembers, pageOf, readPage } from '../../contract/page.ts';
import { Decimal, Flag, List, Named, Nullable, Text, Whole, Word } from '../../contract/schema.ts';
import type { Services } from '../../services.ts';
import { readableDataset } from '../shared/readable-dataset.ts';
import { NameCursor, cursorOf, nameOf } from '../shared/name-cursor.ts';
import { Span } from '../shared/span.ts';
import { SplitSense } from './schemas.ts';

const PAGES = { of: 'Candidates', usual: 100, most: 500 };

export const CandidateQuery = Type.Object(
  {
    ...pageMembers(PAGES, NameCursor),
    threshold: Type.Optional(
      Decimal(`The lowest score. Default ${CANDIDATE_THRESHOLD}.`, CANDIDATE_THRESHOLD, {
        minimum: LEAST_SCORE,
        maximum: 1,
      }),
    ),
  },
  { additionalProperties: false },
);
export type CandidateQuery = Static<typeof CandidateQuery>;

const Telling = Named('KnowledgeCandidateEvidence', 'What a chunk says that tells an entity from others of its name.', {
  kind: Word(TRAIT_KINDS, 'What it is (docs/knowledge-entities.md).'),
  value: Text('In a form that can be compared: a date or years, scheme and identifier, or words.', '1961-03-12'),
  document_id: Text('The document of the chunk.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  chunk_id: Text('The chunk.', '4712'),
  span: Nullable(Span, 'Where its text says it; `null`: its title does.'),
});

const Entity = Named('KnowledgeCandidateEntity', 'One of the entities of a candidate.', {
  name: Text('Its normal form.', 'finance board'),
  label: Text('Its spelling in a chunk.', 'Finance Board'),
  type: Nullable(Text('What most chunks say it is; `null` when none does.', 'organization')),
  chunks: Whole('Chunks that mention it.', 3),
  document_id: Text('The document of the first of them.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  chunk_id: Text('The first of them; of a split, the first that tells it from the others.', '4712'),
  evidence: List(Telling, 'Of a split, what tells it from the others, at most 20; empty otherwise.'),
});

const Candidate = Named('KnowledgeCandidate', 'Two entities that may be one, or one name that several may have.', {
  kind: Word(['merge', 'split'], '`merge`: two entities may be one. `split`: several may have one name.'),
  score: Decimal('How sure it is, from 0 to 1.', 0.93),
  reasons: List(
    Word(
      [...new Set([...MERGE_REASONS, ...SPLIT_REASONS])],
      'What speaks for it, or against it (docs/knowledge-entities.md).',
    ),
    'Why.',
    {
      examples: [['same_words']],
    },
  ),
  entities: List(
    Entity,
    'Of a merge, the two; the first would stand for the other. Of a split, those that have the name, the most ' +
      'mentioned first.',
    { minItems: 2 },
  ),
  senses: Nullable(
    List(
      SplitSense,
      'Of a split: its further entities, as the request that splits the name has them. `null` otherwise.',
    ),
  ),
});

export const KnowledgeCandidateList = Named('KnowledgeCandidateList', 'A page of candidates.', {
  ...pageOf(Candidate, 'The candidates, best first.'),
  complete: Flag(
    `Whether all entities were compared for merges; otherwise only the ${MOST_COMPARED.toLocaleString('en')} ` +
      'most mentioned ones, or those of them with the rarest words in common. Splits are always of the ' +
      `${MOST_SPLIT.toLocaleString('en')} names at most that most documents tell something of.`,
    true,
  ),
});

export async function candidatePage(
  services: Services,
  caller: Caller,
  datasetId: string,
  { limit = PAGES.usual, cursor, threshold = CANDIDATE_THRESHOLD }: CandidateQuery,
): Promise<Static<typeof KnowledgeCandidateList>> {
  const {
    database,
    dataset: { id },
  } = await readableDataset(services, caller, datasetId);
  const after = cursor === undefined ? '' : nameOf(cursor);
  const { candidates, isComplete } = await services.candidateLists.of(
    database,
    id,
    matchingDocument(caller, {}),
    threshold,
  );
  const following = candidates.filter(({ place }) => place > after);
  const { rows, next_cursor } = await readPage(
    limit,
    (take) => Promise.resolve(following.slice(0, take)),
    ({ place }) => cursorOf(place),
  );
  return { items: rows.map(({ candidate }) => candidateOf(candidate)), next_cursor, complete: isComplete };
}

const candidateOf = (candidate: ListedCandidate): Static<typeof Candidate> =>
  candidate.kind === 'merge' ? mergeOf(candidate) : splitOf(candidate);

const mergeOf = ({ score, reasons, entities }: MergeCandidate): Static<typeof Candidate> => ({
  kind: 'merge',
  score,
  reasons: [...reasons],
  entities: entities.map(entityOf),
  senses: null,
});

const splitOf = ({ name, score, reasons, senses }: SplitCandidate): Static<typeof Candidate> => ({
  kind: 'split',
  score,
  reasons: [...reasons],
  entities: senses.map((sense) => senseOf(name, sense)),
  senses: furtherOf(senses).map((documents) => ({ document_ids: [...documents] })),
});

/** Pieces of evidence that are shown of one entity. */
const MOST_EVIDENCE = 20;

function senseOf(name: string, { label, type, chunks, evidence }: NameSense): Static<typeof Entity> {
  const [{ documentId, chunk }] = evidence;
  return {
    name,
    label,
    type,
    chunks,
    document_id: documentId,
    chunk_id: chunk,
    evidence: evidence.slice(0, MOST_EVIDENCE).map(({ start, end, ...told }) => ({
      kind: told.kind,
      value: told.value,
      document_id: told.documentId,
      chunk_id: told.chunk,
      span: start === null || end === null ? null : [start, end],
    })),
  };
}

const entityOf = ({ name, label, type, chunks, documentId, chunk }: CandidateEntity) => ({
  name,
  label,
  type,
  chunks,
  document_id: documentId,
  chunk_id: chunk,
  evidence: [],
});
