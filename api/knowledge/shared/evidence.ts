/** Where chunks state facts, in the contract. */
import type { GraphLink } from '../../../domain/knowledge/graph/index.ts';
import { writtenPeriod } from '../../../domain/knowledge/graph/index.ts';
import { Named, Nullable, Text } from '../../contract/schema.ts';
import { Day } from './days.ts';
import { spanIn } from './span.ts';

export const chunkSpan = spanIn('ChunkSpan', 'Start and end in the text of the chunk, end exclusive.', [0, 58]);

const evidence = {
  chunk_id: Text('The chunk.', '4712'),
  span: chunkSpan,
  extractor: Text('What found it: `rules`, `record` (a value in a table) or the name of a model.', 'rules'),
};

/** Evidence beside the chunk itself, which says of which document it is. */
export const FactEvidence = Named('KnowledgeFactEvidence', 'Where a chunk states a fact.', evidence);

/** With when the chunk says that the fact held. */
export const datedEvidence = {
  ...evidence,
  valid_from: Nullable(
    Day('First day on which the chunk says that it held.', '2021-03-12'),
    '`null`: open, or not said.',
  ),
  valid_to: Nullable(Day('Last day on which the chunk says that it held.', '2021-12-31'), '`null`: open, or not said.'),
  date_span: Nullable(chunkSpan, 'The date that says so; `null`: none does.'),
};

export const DatedEvidence = Named(
  'KnowledgeDatedEvidence',
  'Where a chunk states a fact, and when it held.',
  datedEvidence,
);

type Stated = Omit<GraphLink['evidence'][number], 'documentId'>;

export const evidenceOf = ({ chunk, start, end, extractor }: Omit<Stated, 'valid' | 'date'>) => ({
  chunk_id: chunk,
  span: [start, end],
  extractor,
});

export function datedEvidenceOf({ valid, date, ...stated }: Stated) {
  const { from, to } = writtenPeriod(valid);
  return { ...evidenceOf(stated), valid_from: from, valid_to: to, date_span: date && [date.start, date.end] };
}
