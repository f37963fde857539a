import type { LexicalStatistics } from '../../../engines/knowledge/lexis/bm25.ts';
import type { Question } from '../../../engines/knowledge/retrieval/question.ts';
import type { SimilarityScale } from '../../../engines/text/similarity.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { EmbeddedKind } from '../../../platform/models/embed.ts';
import type { SearchScope } from './scope.ts';

/** What a search asks, and of what: `openSearch` makes it, and every stage reads it. */
export interface Search {
  readonly database: Database;
  readonly scope: SearchScope;
  readonly question: Question;
  /** Embedded once, when it is first asked for: a search by words works without the model. */
  readonly meaning: () => Promise<Meaning>;
  /** Of the lexemes of the question. */
  readonly lexical: LexicalStatistics;
  /** Vectors of further texts by the same model; `null` for one that it refuses. */
  readonly embed: (texts: readonly string[], kind: EmbeddedKind) => Promise<readonly (Float32Array | null)[]>;
}

/** The question as the model of the datasets sees it, and how to read the model's cosines. */
export interface Meaning {
  readonly vector: Float32Array;
  readonly scale: SimilarityScale;
}
