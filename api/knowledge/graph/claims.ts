/** Contradicting statements, in the contract. */
import { writtenDay, writtenPeriod } from '../../../domain/knowledge/graph/index.ts';
import type { StatedConflict } from '../../../domain/knowledge/graph/index.ts';
import { List, Named, Nullable, Text } from '../../contract/schema.ts';
import { Day, periodMembers } from '../shared/days.ts';
import { FactEvidence, evidenceOf } from '../shared/evidence.ts';
import { spanIn } from '../shared/span.ts';

const Claim = Named('KnowledgeClaim', 'What one passage states.', {
  fact_id: Text('The fact, as in the graph.', '815'),
  subject: Text('Normal form of the subject.', 'ruth hallam'),
  predicate: Text('The relation, as the passage has it.', 'is the mayor of'),
  object: Text('Normal form of the object.', 'sallow quay'),
  document_id: Text('The document.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  evidence: FactEvidence,
  valid: Named(
    'KnowledgeClaimValidity',
    'When the passage says that it held; open where it does not say it.',
    periodMembers,
  ),
  date_span: Nullable(
    spanIn('ClaimDateSpan', 'Start and end of the date that says so, in the text of the passage.', [34, 42]),
    '`null`: the passage does not say when.',
  ),
  written: Nullable(Day('When the document was written; `null`: not known.', '2021-03-12')),
});

export const conflictMembers = {
  about: Text('Normal form of what has several values.', 'sallow quay'),
  relation: Text('What they say of it.', 'mayor of'),
  claims: List(
    Claim,
    'The statements, the newest first: by when they held, or else by when they were written. None is preferred.',
  ),
};

export function conflictOf({ about, relation, claims }: StatedConflict) {
  return {
    about,
    relation,
    claims: claims.map(({ fact, subject, predicate, object, documentId, valid, date, written, ...stated }) => ({
      fact_id: fact,
      subject,
      predicate,
      object,
      document_id: documentId,
      evidence: evidenceOf(stated),
      valid: writtenPeriod(valid),
      date_span: date && [date.start, date.end],
      written: writtenDay(written),
    })),
  };
}
