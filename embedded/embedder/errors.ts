/** Errors of the embedder, in the form of OpenAI's API. */

export interface ErrorBody {
  readonly error: {
    readonly message: string;
    readonly type: string;
    /** The member of the request that is wrong. */
    readonly param: string | null;
    readonly code: string | null;
  };
}

/** An answer other than 200. `message` must hold no input. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, message: string, code: string | null = null, param: string | null = null) {
    super(message);
    this.status = status;
    const type = status === 429 ? 'rate_limit_error' : status < 500 ? 'invalid_request_error' : 'server_error';
    this.body = { error: { message, type, param, code } };
  }
}
