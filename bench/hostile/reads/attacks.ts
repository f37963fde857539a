/** Reads that are legal and cost much, and how many of each are kept in flight. */
import type { Random } from '../../../test/support/random.ts';
import { broadQuestion, longQuestion } from './corpus.ts';

export interface Prey {
  readonly datasetId: string;
  readonly texts: readonly string[];
}

export interface Ask {
  readonly path: string;
  /** Of a POST; `null`: a GET. */
  readonly body: string | null;
}

export interface Attack {
  readonly name: string;
  /** Requests in flight. */
  readonly lanes: number;
  /** Each lane sends one request, and does not repeat a refused one. */
  readonly isOnce: boolean;
  readonly ask: (prey: Prey, random: Random) => Ask;
}

/** The most that a search may ask for. */
const MOST_RESULTS = 100;
const LONG_CHARACTERS = 9900;
const VALUES = 1000;
const CHARACTERS_OF_VALUE = 255;

const candidates = ({ datasetId }: Prey): Ask => ({
  path: `/v1/knowledge/datasets/${datasetId}/entities/candidates?threshold=0.5&limit=500`,
  body: null,
});

const search = (question: object): Ask => ({
  path: '/v1/knowledge/search',
  body: JSON.stringify({ top_k: MOST_RESULTS, ...question }),
});

/** Attacks that go on; all of them together are one more. */
export const LASTING: readonly Attack[] = [
  { name: 'candidates', lanes: 40, isOnce: false, ask: candidates },
  {
    name: 'graph.html',
    lanes: 40,
    isOnce: false,
    ask: ({ datasetId }) => ({ path: `/v1/knowledge/datasets/${datasetId}/graph.html`, body: null }),
  },
  {
    name: 'graph',
    lanes: 150,
    isOnce: false,
    ask: ({ datasetId }) => ({ path: `/v1/knowledge/datasets/${datasetId}/graph?limit=500`, body: null }),
  },
  {
    name: 'long searches',
    lanes: 30,
    isOnce: false,
    ask: ({ texts }, random) => search({ query_text: longQuestion(texts, random, LONG_CHARACTERS) }),
  },
  {
    name: 'broad searches',
    lanes: 120,
    isOnce: false,
    ask: (_prey, random) => search({ query_text: broadQuestion(random) }),
  },
  {
    name: 'large filters',
    lanes: 30,
    isOnce: false,
    ask: (_prey, random) => search({ query_text: broadQuestion(random), filters: largeFilters(random) }),
  },
];

export const AT_ONCE: Attack = { name: 'candidates at once', lanes: 300, isOnce: true, ask: candidates };

/** Just within the size of a body. */
function largeFilters(random: Random): object {
  const values = (): string[] =>
    Array.from({ length: VALUES }, (_, at) => `${at}-${random.next()}`.padEnd(CHARACTERS_OF_VALUE, 'x'));
  return { document_ids: values(), object_ids: values(), tags: values(), node_sets: values() };
}
