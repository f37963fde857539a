/**
 * What the processes of a pool can be called for. Both sides know it by the type of the object that the process serves.
 */

export interface RequestContext<Progress, Output> {
  /** Complete inputs of the request; none for a function that streams them. */
  readonly inputs: readonly Uint8Array[];
  /**
   * The bytes of all inputs as they arrive, for a function that streams them. It reads them to their end, or throws.
   */
  readonly arriving: AsyncIterable<Uint8Array>;
  /** Sends an output; resolves when it is sent and the buffer may be reused. One at a time. */
  readonly deliver: (output: Output, content: Uint8Array) => Promise<void>;
  /** Aborts when the caller cancels; the process is killed half a second later if the function is still running. */
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Functions by name. What they take and return is copied by structured clone and must be small. */
export type Calls = Readonly<Record<string, (input: never, context: RequestContext<unknown, unknown>) => unknown>>;

type Call = Calls[string];

export type InputOf<C extends Call> = Parameters<C>[0];
export type ResultOf<C extends Call> = ReturnType<C> extends Promise<infer Result> ? Result : ReturnType<C>;
export type ProgressOf<C extends Call> =
  Parameters<C>[1] extends Pick<RequestContext<infer Progress, never>, 'onProgress'> ? Progress : never;
export type OutputOf<C extends Call> =
  Parameters<C>[1] extends Pick<RequestContext<never, infer Output>, 'deliver'> ? Output : never;

/** A call as it is sent. */
export interface Called<Input = unknown> {
  readonly name: string;
  readonly input: Input;
}
