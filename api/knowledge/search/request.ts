/**
 * What a request asks of a search, and what of it is refused. Days are dates without a time, in UTC; both ends of a
 * period belong to it.
 */
import { Type } from 'typebox';
import type { Static, TSchema } from 'typebox';
import { SEARCH_TYPES, membersNotOf } from '../../../domain/knowledge/search/index.ts';
import type { SearchMember, SearchType, TimeQuery } from '../../../domain/knowledge/search/index.ts';
import { dayFrom } from '../../../domain/knowledge/graph/index.ts';
import { TIME_ORDERS } from '../../../engines/knowledge/options.ts';
import { AnyObject, Flag, List, Named, Text, Whole, Word } from '../../contract/schema.ts';
import { ValidationError, bodyIssue, uselessMembers } from '../../contract/validation.ts';
import { DatasetKey } from '../datasets/schemas.ts';
import { SessionId } from '../sessions/session-id.ts';
import { Day } from '../shared/days.ts';
import { limitsOfDryRun } from '../shared/dry-run.ts';
import { onlyTaking } from './type-notes.ts';

const some = (description: string, example: string) =>
  Type.Optional(
    List(Text(description, example, { minLength: 1, maxLength: 255 }), `${description} One match is enough.`, {
      minItems: 1,
      maxItems: 1000,
      examples: [[example]],
    }),
  );

const SearchFilters = Named('SearchFilters', 'What a result must match. Members are combined with AND.', {
  document_ids: some('Document of the passage.', 'doc_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  object_ids: some('Stored object that its document was made from.', 'obj_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  tags: some('Tag of the dataset, or of the stored object.', 'quarterly'),
  node_sets: some('Node set of its document.', 'contracts'),
  metadata: Type.Optional(AnyObject('Members that the metadata of the document must have.', { year: 2026 })),
});

const SearchTime = Named('SearchTime', `${onlyTaking('time')}: the time that passages should speak of.`, {
  from: Type.Optional(Day('First day.', '2021-01-01')),
  to: Type.Optional(Day('Last day.', '2021-12-31')),
  order: Type.Optional(
    Word(TIME_ORDERS, 'Whether the latest or the first of the matching passages rank higher. Default: neither.', {
      examples: ['latest'],
    }),
  ),
});

/** Each is for the types of search whose entry lists it. */
const typeMembers = {
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
      `${onlyTaking('dry_run')}: the response has an \`estimate\` of what the language model would take, no ` +
        'model is called, and nothing is searched. Default false.',
      false,
    ),
  ),
  max_cost_usd: Type.Optional(
    Type.Number({
      description:
        `${onlyTaking('max_cost_usd')}: what the language model may cost, in US dollars. It is asked about as ` +
        `many communities as this suffices for, and \`warnings\` say how many; if it suffices for none, the ` +
        'answer is made without it. Default no limit.',
      minimum: 0,
      examples: [0.05],
    }),
  ),
} satisfies Readonly<Record<SearchMember, TSchema>>;

export const SearchRequest = Named('SearchRequest', 'A question to search datasets for.', {
  query_text: Text(
    'The question. It needs a word other than function words such as "the" and "who".',
    'Who approves travel expenses?',
    { minLength: 1, maxLength: 10_000 },
  ),
  dataset_keys: Type.Optional(
    List(DatasetKey, 'Datasets to search. Default: all that you may read.', {
      minItems: 1,
      maxItems: 100,
      uniqueItems: true,
      examples: [['handbook']],
    }),
  ),
  search_type: Type.Optional(
    Word(SEARCH_TYPES, 'How passages are ranked (docs/knowledge.md). Default `GRAPH_COMPLETION`.', {
      examples: ['GRAPH_COMPLETION'],
    }),
  ),
  top_k: Type.Optional(Whole('Maximum number of results. Default 10.', 10, { minimum: 1, maximum: 100 })),
  ...typeMembers,
  filters: Type.Optional(SearchFilters),
  only_context: Type.Optional(Flag('Return passages without an answer. Default false.', false)),
  include_provenance: Type.Optional(Flag('Return where each passage comes from. Default true.', true)),
  include_graph_paths: Type.Optional(Flag('Return how the second hop led to a passage. Default false.', true)),
  include_why: Type.Optional(
    Flag('Return what each score consists of, and what the filters removed. Default false.', true),
  ),
  session_id: Type.Optional(SessionId),
  follow_up: Type.Optional(
    Flag('Resolve "And where was she born?" against the former questions of the session. Default false.', true),
  ),
  timeout_seconds: Type.Optional(
    Whole('After this time, the search returns what it has found so far, with `partial`. Default 30.', 30, {
      minimum: 1,
      maximum: 120,
    }),
  ),
});
export type SearchRequest = Static<typeof SearchRequest>;

/** Throws a ValidationError for members that the type, or a dry run, has no use for, whatever their values. */
export function refuseUseless(request: Readonly<Partial<Record<SearchMember, unknown>>>, type: SearchType): void {
  const issues = [
    ...uselessMembers(request, membersNotOf(type), `the search type ${type}`),
    ...limitsOfDryRun(request),
  ];
  if (issues.length > 0) throw new ValidationError(issues);
}

/** What a request asks of time. Throws a ValidationError for a time that ends before it begins. */
export function timeQuery(time: Static<typeof SearchTime> | undefined): TimeQuery | undefined {
  if (time === undefined) return undefined;
  const day = (text: string | undefined): number | null => (text === undefined ? null : dayFrom(text));
  const [from, to] = [day(time.from), day(time.to)];
  if (from !== null && to !== null && from > to) {
    const msg = 'The time ends before it begins.';
    throw new ValidationError([bodyIssue(['time'], msg, 'search_time')]);
  }
  return { from, to, order: time.order ?? null };
}
