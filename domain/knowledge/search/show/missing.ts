/** Why a search may have found less than there is: what it says when it returns fewer passages than it was asked for. */
import { Prisma } from '../../../../platform/database/generated/client.ts';
import type { Database } from '../../../../platform/database/client.ts';
import { documentWaits } from '../../cognify/progress.ts';
import type { SearchScope } from '../scope.ts';
import type { SearchWarning } from '../warnings.ts';

/** Documents that are counted; beyond that their number says nothing new. */
const MOST_COUNTED = 1000;

/** Of what the caller may read. */
export async function whatIsMissing({ db }: Database, scope: SearchScope): Promise<SearchWarning[]> {
  const { datasetIds, filter, readable } = scope;
  const documents = (condition: Prisma.Sql, most: number): Prisma.Sql => Prisma.sql`(SELECT count(*)::int FROM (
    SELECT FROM knowledge_document document
    WHERE document.dataset_id = ANY(${[...datasetIds]}::text[]) AND ${readable} AND ${condition} LIMIT ${most}) found)`;
  const [found] = await db.$queryRaw<{ waiting: number; matching: number }[]>`
    SELECT ${documents(documentWaits, MOST_COUNTED)} AS waiting, ${documents(filter ?? Prisma.sql`true`, 1)} AS matching`;
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
    message: `${number} ${noun} of these datasets ${verb} for a Cognify job. Until then, searches do not find what is new in them.`,
  };
}
