/** Members of a request that not every type of search takes. */
import { Type } from 'typebox';
import type { TSchema } from 'typebox';
import { membersNotOf } from '../../../domain/knowledge/search/types/index.ts';
import type { SearchType } from '../../../domain/knowledge/search/types/index.ts';
import type { SearchMember } from '../../../domain/knowledge/search/types/rules.ts';
import { Flag, Whole } from '../../contract/schema.ts';
import { ValidationError, uselessMembers } from '../../contract/validation.ts';
import { limitsOfDryRun } from '../shared/dry-run.ts';
import { onlyTaking } from './for-types.ts';
import { SearchTime } from './time.ts';

/** Each is for the types of search whose entry lists it. */
export const typeMembers = {
  hops: Type.Optional(
    Whole(`${onlyTaking('hops')}: 2 (default) follows the entities of the first passages to others; 1 does not.`, 2, {
      minimum: 1,
      maximum: 2,
    }),
  ),
  rerank: Type.Optional(
    Flag(
      `${onlyTaking('rerank')}: let the model with the role \`rerank\` order the first 30 passages. Default false.`,
      true,
    ),
  ),
  time: Type.Optional(SearchTime),
  dry_run: Type.Optional(
    Flag(
      `${onlyTaking('dry_run')}: the response has an \`estimate\` of what the language model would take, no model is called, and nothing is searched. Default false.`,
      false,
    ),
  ),
  max_cost_usd: Type.Optional(
    Type.Number({
      description: `${onlyTaking('max_cost_usd')}: what the language model may cost, in US dollars. It is asked about as many communities as this suffices for, and \`warnings\` say how many; if it suffices for none, the answer is made without it. Default no limit.`,
      minimum: 0,
      examples: [0.05],
    }),
  ),
} satisfies Readonly<Record<SearchMember, TSchema>>;

/** Throws a ValidationError for members that the type, or a dry run, has no use for, whatever their values. */
export function refuseUseless(request: Readonly<Partial<Record<SearchMember, unknown>>>, type: SearchType): void {
  const issues = [
    ...uselessMembers(request, membersNotOf(type), `the search type ${type}`),
    ...limitsOfDryRun(request),
  ];
  if (issues.length > 0) throw new ValidationError(issues);
}
