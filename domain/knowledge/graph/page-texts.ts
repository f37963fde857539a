/** The passages that the page of a graph carries. */
import type { PagePassage } from '../../../engines/knowledge/graph/index.ts';
import { passageOf } from '../../../engines/knowledge/graph/index.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';

/** Characters of all passages: a page of 30,000 facts is within what a phone opens. */
const CHARACTERS = 16_000_000;

/** UTF-16 code units of the text of a chunk. */
interface Place {
  /** The fact or node that is stated or mentioned there. */
  readonly of: string;
  readonly chunk: string;
  readonly start: number;
  readonly end: number;
}

export class PageTexts {
  readonly #database: Database;
  readonly #matching: Prisma.Sql;
  #left = CHARACTERS;

  /** `matching`: documents/filter.ts. */
  constructor(database: Database, matching: Prisma.Sql) {
    this.#database = database;
    this.#matching = matching;
  }

  /** Whether the page takes no further passage. */
  get isFull(): boolean {
    return this.#left <= 0;
  }

  /**
   * By fact or node. What is beyond the limit of the page is missing, and what was deleted or closed since the places
   * were read.
   */
  async passages(places: readonly Place[]): Promise<ReadonlyMap<string, readonly PagePassage[]>> {
    const found = new Map<string, readonly PagePassage[]>();
    if (this.isFull) return found;
    const texts = await this.#texts([...new Set(places.map(({ chunk }) => chunk))]);
    for (const [of, ofOne] of Map.groupBy(places, ({ of }) => of)) {
      if (this.isFull) break;
      const passages = ofOne.flatMap(({ chunk, start, end }) => {
        const text = texts.get(chunk);
        return text ? [passageOf(text.documentName, text.body, start, end)] : [];
      });
      for (const { before, stated, after } of passages) this.#left -= before.length + stated.length + after.length;
      if (passages.length > 0) found.set(of, passages);
    }
    return found;
  }

  async #texts(ids: readonly string[]): Promise<ReadonlyMap<string, ChunkRow>> {
    if (ids.length === 0) return new Map();
    const rows = await this.#database.db.$queryRaw<ChunkRow[]>`
      SELECT chunk.id::text, chunk.body, coalesce(document.label, document.title, document.document_id) AS
        "documentName"
      FROM knowledge_chunk chunk JOIN knowledge_document document ON document.id = chunk.document_pk
      WHERE chunk.id = ANY(${[...ids]}::bigint[]) AND ${this.#matching}`;
    return new Map(rows.map((row) => [row.id, row]));
  }
}

interface ChunkRow {
  readonly id: string;
  readonly body: string;
  /** As its reader knows it. */
  readonly documentName: string;
}
