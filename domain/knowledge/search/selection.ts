/** What is shown of the findings of a search: as many as the query takes and fit, and what belongs to them. */
import { untilDeadline } from '../../../platform/time-limit.ts';
import { Prisma } from '../../../platform/database/generated/client.ts';
import type { Database } from '../../../platform/database/client.ts';
import { documentWaits } from '../cognify/progress.ts';
import type { StatedConflict } from '../graph/time/claims.ts';
import { conflictsAmong } from './conflicts.ts';
import { explain } from './explanation.ts';
import type { Explanation } from './explanation.ts';
import type { Findings, FoundCommunity, FoundFact, Part } from './findings.ts';
import type { Search } from './opening.ts';
import { passagesOf } from './passages.ts';
import type { Passage } from './passages.ts';
import type { SearchScope } from './scope.ts';
import { rulesOf, showsConflicts } from './search-types.ts';
import type { SearchWarning } from './warnings.ts';

/** All best first. */
export interface Selection extends Omit<Findings, 'hits' | 'parts'> {
  readonly passages: readonly Passage[];
  /** The communities that the passages are of, where communities are searched. */
  readonly communities: readonly FoundCommunity[];
  /** Statements of the passages that contradict each other, where facts are searched or the question is answered. */
  readonly conflicts: readonly StatedConflict[];
  /** `null` unless the query asks for it, and when the time was up. */
  readonly why: Explanation | null;
}

/** Documents that are counted; beyond that their number says nothing new. */
const MOST_COUNTED = 1000;

export async function select(
  search: Search,
  { hits, facts, parts, warnings, ...findings }: Findings,
): Promise<Selection> {
  const { database, scope, query, deadline } = search;
  const rules = rulesOf(query.type);
  const [{ passages, isCut }, missing, why] = await Promise.all([
    passagesOf(search, rules.finds === 'facts' ? hits : hits.slice(0, query.take)),
    (rules.finds === 'facts' ? facts : hits).length < query.take ? whatIsMissing(database, scope) : [],
    query.explains ? untilDeadline(deadline, explain(search, rules, hits)) : null,
  ]);
  const chunks = passages.map(({ chunk }) => chunk);
  const shown = new Set(chunks);
  return {
    ...findings,
    passages,
    why,
    facts: isCut ? factsStatedIn(shown, facts) : facts,
    communities: communitiesOf(shown, parts),
    conflicts: showsConflicts(rules) ? await conflictsAmong(database, scope, chunks) : [],
    warnings: [...warnings, ...missing, ...(isCut ? [LEFT_OUT] : [])],
  };
}

const LEFT_OUT: SearchWarning = {
  code: 'results_left_out',
  message: 'The last results were left out: together, all would have more than 2,000,000 characters. Ask for fewer.',
};

/** The facts with their evidence in these chunks; those without any are left out. */
function factsStatedIn(chunks: ReadonlySet<string>, facts: readonly FoundFact[]): FoundFact[] {
  return facts
    .map((fact) => ({ ...fact, evidence: fact.evidence.filter(({ chunk }) => chunks.has(chunk)) }))
    .filter(({ evidence }) => evidence.length > 0);
}

/** The communities that have one of these chunks. */
function communitiesOf(shown: ReadonlySet<string>, parts: readonly Part[]): FoundCommunity[] {
  return parts.flatMap(({ community, score, chunks }) =>
    community !== null && chunks.some((chunk) => shown.has(chunk)) ? [{ community, score }] : [],
  );
}

/** Why a search may have found less than there is. Of what the caller may read. */
async function whatIsMissing({ db }: Database, scope: SearchScope): Promise<SearchWarning[]> {
  const { datasetIds, filter, readable } = scope;
  const documents = (condition: Prisma.Sql, most: number): Prisma.Sql => Prisma.sql`(SELECT count(*)::int FROM (
    SELECT FROM knowledge_document document
    WHERE document.dataset_id = ANY(${[...datasetIds]}::text[]) AND ${readable} AND ${condition} LIMIT ${most}) found)`;
  const [found] = await db.$queryRaw<{ waiting: number; matching: number }[]>`
    SELECT ${documents(documentWaits, MOST_COUNTED)} AS waiting, ${documents(filter ?? Prisma.sql`true`, 1)} AS
      matching`;
  return [
    ...(found && found.waiting > 0 ? [notCognified(found.waiting)] : []),
    ...(filter && found?.matching === 0 ? [NOTHING_MATCHES] : []),
  ];
}

const NOTHING_MATCHES: SearchWarning = {
  code: 'filter_matches_nothing',
  message: 'No document that you may read matches `filters`. Check the spelling of their values.',
};

function notCognified(documents: number): SearchWarning {
  const number = documents === MOST_COUNTED ? `At least ${documents}` : `${documents}`;
  const [noun, verb] = documents === 1 ? ['document', 'waits'] : ['documents', 'wait'];
  return {
    code: 'not_cognified',
    message:
      `${number} ${noun} of these datasets ${verb} for a Cognify job. Until then, searches do not find what is ` +
      'new in them.',
  };
}
