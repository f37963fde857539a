export interface ErrorEntry {
  /** One short sentence, the same for every occurrence (RFC 9457 `title`). */
  readonly title: string;
  /** HTTP status when the error answers a request; `null` when it is only ever the error of a job. */
  readonly status: number | null;
  /** Whether trying the same again can succeed. Steps of a job retry only what is retryable. */
  readonly retryable: boolean;
  /** What the reader can do about it. */
  readonly fix: string;
}

export type ErrorEntries = Readonly<Record<string, ErrorEntry>>;
