/** Keeps sources as rows, as many as one process can make items from. */
import { addSources } from '../../../domain/synthesis/sources.ts';
import type { Source } from '../../../engines/synthesis/items/index.ts';
import type { Database } from '../../../platform/database/client.ts';

/** Passages of a job. */
export const MOST_PASSAGES = 10_000;
/** Characters of all of them: 10,000 passages of a usual length. */
const MOST_CHARACTERS = 16 * 1024 * 1024;

export class SourceKeeper {
  readonly #database: Database;
  readonly #jobId: string;
  #passages = 0;
  #characters = 0;
  /** Whether nothing was left out. */
  isComplete = true;

  constructor(database: Database, jobId: string) {
    this.#database = database;
    this.#jobId = jobId;
  }

  get passages(): number {
    return this.#passages;
  }

  get isFull(): boolean {
    return !this.isComplete && (this.#passages >= MOST_PASSAGES || this.#characters >= MOST_CHARACTERS);
  }

  /** Keeps those that have text, until there are as many as a job may have. */
  async add(sources: readonly Source[]): Promise<void> {
    const kept: Source[] = [];
    for (const source of sources) {
      if (!HAS_TEXT.test(source.text)) continue;
      const isOver = this.#passages + kept.length >= MOST_PASSAGES || this.#characters >= MOST_CHARACTERS;
      if (isOver) {
        this.isComplete = false;
        break;
      }
      kept.push(source);
      this.#characters += source.text.length;
    }
    await addSources(this.#database, this.#jobId, this.#passages, kept);
    this.#passages += kept.length;
  }
}

const HAS_TEXT = /[\p{L}\p{N}]/u;
