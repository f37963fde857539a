/** What is shown of the findings of a search: as many as the query takes and fit, and what belongs to them. */
import type { Hit } from '../../../../engines/knowledge/retrieval/types.ts';
import { highlightsOf } from '../answer/answer.ts';
import { conflictsAmong } from './conflicts.ts';
import type { Found } from '../found.ts';
import { whatIsMissing } from './missing.ts';
import type { FoundCommunity, Part } from '../parts.ts';
import { readPassages } from '../reads/passages.ts';
import type { FoundPassage } from '../reads/passages.ts';
import type { Run } from '../run.ts';
import type { Search } from '../search.ts';
import { showsConflicts } from '../types/rules.ts';
import type { Findings } from '../types/rules.ts';
import type { FoundFact } from '../types/triplets.ts';
import type { SearchWarning } from '../warnings.ts';
import { explain } from '../why.ts';
import { orNull } from '../within-time.ts';

export type Shown = Omit<Found, 'datasets' | 'answer' | 'asked' | 'isPartial'>;

export async function show(
  { dependencies: { database }, search, query, rules, deadline }: Run,
  { hits, facts, parts, warnings, ...findings }: Findings,
): Promise<Shown> {
  const [{ passages, isCut }, missing, why] = await Promise.all([
    showPassages(search, rules.finds === 'facts' ? hits : hits.slice(0, query.take)),
    (rules.finds === 'facts' ? facts : hits).length < query.take ? whatIsMissing(database, search.scope) : [],
    query.explains ? orNull(deadline, explain(search, rules, hits)) : null,
  ]);
  const chunks = passages.map(({ passage }) => passage.chunk);
  return {
    ...findings,
    passages,
    why,
    facts: isCut ? factsStatedIn(passages, facts) : facts,
    communities: communitiesOf(passages, parts),
    conflicts: showsConflicts(rules) ? await conflictsAmong(database, search.scope, chunks) : [],
    warnings: [...warnings, ...missing, ...(isCut ? [LEFT_OUT] : [])],
  };
}

const LEFT_OUT: SearchWarning = {
  code: 'results_left_out',
  message: 'The last results were left out: together, all would have more than 2,000,000 characters. Ask for fewer.',
};

/** The facts with their evidence in these passages; those without any are left out. */
function factsStatedIn(passages: readonly FoundPassage[], facts: readonly FoundFact[]): FoundFact[] {
  const shown = new Set(passages.map(({ passage }) => passage.chunk));
  return facts
    .map((fact) => ({ ...fact, evidence: fact.evidence.filter(({ chunk }) => shown.has(chunk)) }))
    .filter(({ evidence }) => evidence.length > 0);
}

/** The communities that have one of these passages. */
function communitiesOf(passages: readonly FoundPassage[], parts: readonly Part[]): FoundCommunity[] {
  const shown = new Set(passages.map(({ passage }) => passage.chunk));
  return parts.flatMap(({ community, score, chunks }) =>
    community !== null && chunks.some((chunk) => shown.has(chunk)) ? [{ community, score }] : [],
  );
}

async function showPassages(search: Search, hits: readonly Hit[]) {
  const byChunk = new Map(hits.map((hit) => [hit.chunk, hit]));
  const { passages, isCut } = await readPassages(search.database, [...byChunk.keys()]);
  const found = passages.flatMap((passage) => {
    const hit = byChunk.get(passage.chunk);
    return hit ? [{ passage, hit }] : [];
  });
  const highlights = highlightsOf(search, found);
  const shown = found.map((one, index): FoundPassage => ({ ...one, highlight: highlights[index] ?? null }));
  return { passages: shown, isCut };
}
