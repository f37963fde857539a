/** What a reading process is asked. Its answer is the survey of the rows. */
import type { Delimiter, RowFormat } from '../../../../engines/evaluation/options.ts';

/** How to read the file that is the input. */
export interface ReadingRequest {
  readonly format: RowFormat;
  /** Of CSV. */
  readonly delimiter: Delimiter;
  /** Size of the file. */
  readonly bytes: number;
}

/** Goes with whole lines of JSONL. */
export interface ReadingOutput {
  /** Rows so far. */
  readonly rows: number;
}
