export interface ErrorEntry {
  /** One short sentence, the same for every occurrence (RFC 9457 `title`). */
  readonly title: string;
  /** HTTP status of a response with this error; `null` when only jobs can have it. */
  readonly status: number | null;
  /** Whether a retry can succeed. Steps of a job are retried only if this is true. */
  readonly retryable: boolean;
  /** What the client can do about it. */
  readonly fix: string;
}

export type ErrorEntries = Readonly<Record<string, ErrorEntry>>;
