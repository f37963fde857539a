/** The facts of a clause: one for each phrase that can be asked for. The first has the question for the subject, too. */
import type { GroundedFact } from './fact.ts';
import { factsIn } from './clause.ts';
import type { Clause } from './clause.ts';
import { askedForSubject } from './subject-question.ts';

/** A fact without what its sentence has in common. */
export type ReadFact = Omit<GroundedFact, 'subject' | 'evidence'>;

export function factsOfClause(clause: Clause): ReadFact[] {
  const stated = askedForSubject(clause);
  return factsIn(clause).map((fact, index) => ({ described: null, ...fact, stated: index === 0 ? stated : null }));
}
