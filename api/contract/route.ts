/**
 * One operation of the contract. The table of these gives the router, validation, authorization, metrics and OpenAPI.
 */
import type { Readable } from 'node:stream';
import type { Static, TObject, TSchema } from 'typebox';
import type { TagName } from '../../domain/manifests/index.ts';
import type { ErrorCode } from '../../errors/index.ts';
import type { Caller } from '../../domain/identity/identity.ts';
import type { Scope } from '../../domain/identity/scopes.ts';
import type { Services } from '../services.ts';
import type { Cost } from './cost.ts';
import type { TraceContext } from '../../platform/tracing/trace-context.ts';

export interface ResponseSpec {
  /** Name of the component, for an answer that several operations give. */
  readonly name?: string;
  readonly description: string;
  /** Absent for plain text, and for 204, which has no body. */
  readonly schema?: TSchema;
  /** May be a range such as `text/*`; `application/json` when absent. */
  readonly contentType?: string;
  /** Another type that the body can have. Generated clients expect the first. */
  readonly also?: { readonly type: string; readonly schema: TSchema };
  /** Codes of a problem: one example each. */
  readonly codes?: readonly ErrorCode[];
  /** Headers beyond those of every answer, which `4XX` describes: name to description. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A body for others to start from. */
export interface BodyExample<B> {
  /** What it asks for, in a line. */
  readonly summary: string;
  readonly value: B;
}

export type ResponseSpecs = Readonly<Record<number, ResponseSpec>>;

/** What a handler answers: a status of the contract with the body that the contract says. */
export type ReplyOf<R extends ResponseSpecs> = {
  [S in keyof R & number]: {
    readonly status: S;
    readonly body: R[S] extends { readonly schema: infer T extends TSchema }
      ? Static<T> | (R[S] extends { readonly also: object } ? Readable : never)
      : string | Readable;
    readonly headers?: Readonly<Record<string, string>>;
  };
}[keyof R & number];

export interface RequestParts<P extends TObject, Q extends TObject, H extends TObject, B extends TSchema> {
  readonly params: Static<P>;
  readonly query: Static<Q>;
  /** Only the headers that the contract names, in lower case. */
  readonly headers: Static<H>;
  readonly body: Static<B>;
}

/** A validated request. */
export interface Request<
  P extends TObject = TObject,
  Q extends TObject = TObject,
  H extends TObject = TObject,
  B extends TSchema = TSchema,
> extends RequestParts<P, Q, H, B> {
  /** Who asks. An operation without authentication sees `anonymous`. */
  readonly identity: Caller;
  readonly trace: TraceContext;
  readonly requestId: string;
  /** Aborted when the connection has closed: nobody waits for the answer. */
  readonly gone: AbortSignal;
  /** The first of these media types that the client accepts best; `null` when it accepts none. */
  readonly preferredType: (types: readonly string[]) => string | null;
  /** The multipart body, for the operation that takes one. */
  readonly form: MultipartReader;
}

/** Reads a multipart body while it arrives. Every file goes to `onFile` as a stream; fields are returned. */
export type MultipartReader = (options: {
  readonly maxFileBytes: number;
  readonly onFile: (file: { filename: string; contentType: string | null; stream: Readable }) => Promise<void>;
}) => Promise<Readonly<Record<string, string>>>;

export interface RouteSpec<
  P extends TObject,
  Q extends TObject,
  H extends TObject,
  B extends TSchema,
  R extends ResponseSpecs,
> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** As OpenAPI writes it: `/v1/jobs/{jobId}`. */
  readonly path: string;
  readonly operationId: string;
  readonly tag: TagName | 'Health' | 'Observability' | 'Dev Auth';
  readonly summary: string;
  readonly description?: string;
  /** Scope the token must carry; `public` needs no token. */
  readonly scope: Scope | 'public';
  /** `false` for what monitors ask without a token: it is never refused for its rate. */
  readonly rateLimited?: false;
  /** What a request takes, before anything is read. */
  readonly cost: Cost<Request<P, Q, H, B>>;
  /** A second scope that opens the operation as well. */
  readonly orScope?: Scope;
  readonly params?: P;
  readonly query?: Q;
  readonly headers?: H;
  readonly body?: B;
  /** Content type of the body; `application/json` when absent. */
  readonly bodyType?: 'application/json' | 'multipart/form-data';
  /** Bodies by name, for JSON. The first is what `/docs` sends unchanged: it must be valid, minimal and harmless. */
  readonly examples?: Readonly<Record<string, BodyExample<Static<B>>>>;
  /** Whether the body may be left out. */
  readonly bodyOptional?: boolean;
  /** Answers of the handler. Those that every operation of its kind gives (401, 422, …) are added by the contract. */
  readonly responses: R;
  readonly handler: (request: Request<P, Q, H, B>, services: Services) => Promise<ReplyOf<R>>;
}

/** A route of any shape, as the router and the OpenAPI document see it. */
export interface Route extends Omit<RouteSpec<TObject, TObject, TObject, TSchema, ResponseSpecs>, 'handler' | 'cost'> {
  readonly cost: Cost<Request>;
  readonly handler: (request: Request, services: Services) => Promise<Reply>;
}

export interface Reply {
  readonly status: number;
  readonly body: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A handler's answer; keeps the literal type of the status. */
export function reply<const S extends number, B>(status: S, body: B, headers: Readonly<Record<string, string>> = {}) {
  return { status, body, headers };
}

/** Declares a route; its handler is typed by its schemas. */
export function defineRoute<
  R extends ResponseSpecs,
  P extends TObject = TObject<{}>,
  Q extends TObject = TObject<{}>,
  H extends TObject = TObject<{}>,
  B extends TSchema = TSchema,
>(spec: RouteSpec<P, Q, H, B, R>): Route {
  return spec;
}
