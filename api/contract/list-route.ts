/** Operations that list something page by page. */
import type { Static, TArray, TObject, TSchema } from 'typebox';
import type { Services } from '../services.ts';
import { turnsOfPage } from './cost.ts';
import { readPage } from './page.ts';
import type { NextCursor, PageSizes } from './page.ts';
import { defineRoute, reply } from './route.ts';
import type { Request, ResponseSpecs, Route, RouteSpec } from './route.ts';

type PageSchema<I extends TSchema> = TObject<{ items: TArray<I>; next_cursor: typeof NextCursor }>;
type Items<I extends TSchema> = Static<PageSchema<I>>['items'];

interface ListRoute<P extends TObject, Q extends TObject, I extends TSchema, Row> extends Omit<
  RouteSpec<P, Q, TObject, TSchema, ResponseSpecs>,
  'method' | 'responses' | 'handler' | 'cost'
> {
  /** The turns that the largest page takes, unless few rows are read. */
  readonly cost: 'few_rows' | number;
  readonly sizes: Pick<PageSizes, 'usual' | 'most'>;
  readonly query: Q;
  readonly page: PageSchema<I>;
  /** The first `take` rows after the cursor of the query. */
  readonly rows: (request: Request<P, Q>, services: Services, take: number) => Promise<readonly Row[]>;
  /** The cursor after a row. */
  readonly cursorOf: (row: Row) => string;
  /** What is shown of the rows of a page. */
  readonly items: (rows: Row[], request: Request<P, Q>, services: Services) => Items<I> | Promise<Items<I>>;
}

/** Declares a list, which is read page by page. */
export function listRoute<Q extends TObject, I extends TSchema, Row, P extends TObject = TObject<{}>>({
  cost,
  sizes: { usual, most },
  page,
  rows,
  cursorOf,
  items,
  ...spec
}: ListRoute<P, Q, I, Row>): Route {
  const limitOf = (query: object): number =>
    'limit' in query && typeof query.limit === 'number' ? query.limit : usual;
  return defineRoute<{ 200: { description: string; schema: PageSchema<I> } }, P, Q>({
    ...spec,
    method: 'GET',
    cost: cost === 'few_rows' ? cost : ({ query }) => turnsOfPage(limitOf(query), most, cost),
    responses: { 200: { description: 'A page.', schema: page } },
    handler: async (request, services) => {
      const read = (take: number) => rows(request, services, take);
      const found = await readPage(limitOf(request.query), read, cursorOf);
      return reply(200, { items: await items(found.rows, request, services), next_cursor: found.next_cursor });
    },
  });
}
