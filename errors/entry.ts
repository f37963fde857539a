export interface ErrorEntry {
  /** One short sentence, the same for every occurrence (RFC 9457 `title`). */
  readonly title: string;
  /** HTTP status of a response with this error; `null` when only jobs can have it. */
  readonly status: number | null;
  /** Whether a retry can succeed. Steps of a job are retried only if this is true. */
  readonly retryable: boolean;
  /** Steps are retried for as long as when a store is unavailable, not four times: the fault passes by itself. */
  readonly awaited?: true;
  /** What the client can do about it. */
  readonly fix: string;
}

export type ErrorEntries = Readonly<Record<string, ErrorEntry>>;
