/** The system under test, as workflows carry it. */
import type { SearchType } from '../../../domain/knowledge/search/index.ts';

/** An endpoint that speaks OpenAI's protocol. */
export interface Endpoint {
  /** Of the chat or completion operation. */
  readonly url: string;
  /** Name of the key; `null`: none is sent. */
  readonly secret_ref: string | null;
}

/** What a language model is sent with each question. */
export interface ChatParameters {
  readonly system_prompt: string | null;
  readonly temperature: number | null;
  /** Of an answer. */
  readonly max_tokens: number | null;
}

/** An endpoint whose answers are judged. */
export interface EndpointTarget extends Endpoint, ChatParameters {
  readonly type: 'api';
  /** Names under which the usage of the job has its tokens. */
  readonly models: readonly string[];
  /** As the endpoint calls it; `null`: the endpoint decides. */
  readonly model: string | null;
  readonly timeout_seconds: number;
  /** US dollars per million tokens; `null`: unknown. */
  readonly price: { readonly input: number; readonly output: number } | null;
}

/** A chat model of the settings. */
export interface ModelTarget extends ChatParameters {
  readonly type: 'model';
  readonly models: readonly string[];
  readonly name: string;
}

/** The search of this service, in a dataset that the submitter may read. */
export interface KnowledgeTarget {
  readonly type: 'knowledge';
  readonly models: readonly string[];
  readonly dataset_id: string;
  readonly search_type: SearchType;
  /** Passages of an answer. */
  readonly top_k: number;
  readonly hops: 1 | 2;
}

export type Target = EndpointTarget | ModelTarget | KnowledgeTarget;
