/** What the scripted endpoint of performance tests is asked to do, and the truth that it keeps. */

export interface LoadScript {
  /** Delay of the first token, drawn evenly between the two. */
  readonly ttftMs: readonly [number, number];
  readonly gapMs: number;
  readonly tokens: number;
  readonly tokensPerChunk: number;
  /** Whether a stream ends with the count of its tokens. */
  readonly usage: boolean;
  /** Nothing is written in this time, counted from the script's start. */
  readonly stall: { readonly atMs: number; readonly forMs: number } | null;
  /** Sockets that are idle for so long are closed without notice. */
  readonly closeIdleAfterMs: number | null;
  /**
   * Faults of every n-th request, by their place from 0: `{ every: 3, at: 1, by: 500 }` answers requests 1, 4, 7 … with
   * 500.
   */
  readonly faults: readonly { readonly every: number; readonly at: number; readonly by: Fault }[];
}

/**
 * A status; a connection that closes before the answer, or within it; an answer that never comes; one without text; one
 * that is no stream.
 */
export type Fault = number | 'reset' | 'cut' | 'hang' | 'empty' | 'garbage' | 'stream_error';

export const LOAD_SCRIPT: LoadScript = {
  ttftMs: [100, 300],
  gapMs: 20,
  tokens: 32,
  tokensPerChunk: 1,
  usage: true,
  stall: null,
  closeIdleAfterMs: null,
  faults: [],
};

/** A request as the server saw it. Times are milliseconds by its monotonic clock. */
export interface ServedRequest {
  readonly arrived: number;
  /** Of each write of text. */
  readonly writes: readonly number[];
  /** `null`: the answer has not ended, or the client hung up. */
  readonly ended: number | null;
  readonly tokens: number;
  readonly authorization: string | null;
  readonly body: {
    readonly model: string;
    readonly stream: boolean;
    readonly max_tokens?: number;
    readonly messages?: unknown;
  };
}

export interface Truth {
  readonly requests: readonly ServedRequest[];
  /** Open connections now, and at most since the script began. */
  readonly open: number;
  readonly mostOpen: number;
}

export type ToLoadServer = { readonly script: LoadScript } | 'truth';
export type FromLoadServer = { readonly url: string } | Truth;
