/** Calls of models within their limits: each waits for its turn, and its outcome and usage are reported. */
import { ServiceError } from '../../errors/index.ts';
import type { ModelConfig, ModelsConfig } from '../../platform/config/models.ts';
import type { Database } from '../../platform/database/client.ts';
import { FairTurns } from '../../platform/fair-turns.ts';
import type { OnCall, OnUsage } from '../../platform/models/call-metrics.ts';
import { openEndpoint } from '../../platform/models/endpoint.ts';
import type { Endpoint, EndpointDependencies } from '../../platform/models/endpoint.ts';
import type { Tokens } from '../../platform/models/spans.ts';
import type { ModelCaller } from './callers.ts';
import { costOf } from './prices.ts';
import { awaitRate } from './rate.ts';

export interface CallsDependencies extends EndpointDependencies {
  readonly database: Database;
  readonly onCall?: OnCall;
  readonly onUsage?: OnUsage;
}

/** Turns beyond a model's limit, for a tenant that has none while another one has all. */
const TURNS_IN_RESERVE = 1;

interface OpenedModel {
  readonly endpoint: Endpoint;
  readonly turns: FairTurns;
}

export class LimitedCalls {
  readonly #models: ModelsConfig['named'];
  readonly #dependencies: CallsDependencies;
  readonly #opened = new Map<string, OpenedModel>();

  constructor(models: ModelsConfig['named'], dependencies: CallsDependencies) {
    this.#models = models;
    this.#dependencies = dependencies;
  }

  modelOf(name: string): ModelConfig {
    return this.#open(name).endpoint.model;
  }

  /** Calls a model when its limits allow it. */
  async call<T extends { readonly tokens: Tokens }>(
    name: string,
    caller: ModelCaller,
    work: (endpoint: Endpoint) => Promise<T>,
  ): Promise<T> {
    const { tenantId, signal, spend } = caller;
    const { endpoint, turns } = this.#open(name);
    const turn = await turns.take(tenantId, { signal, isUnderWay: false });
    try {
      await awaitRate(this.#dependencies.database.db, endpoint.model, signal);
      caller.onTurn?.();
      const result = await this.#timed(name, () => work(endpoint), signal);
      for (const measure of costOf(endpoint.model, result.tokens)) {
        this.#dependencies.onUsage?.(measure);
        spend(measure);
      }
      return result;
    } finally {
      turn.release();
    }
  }

  #open(name: string): OpenedModel {
    const model = this.#models[name];
    if (model === undefined) throw notConfigured(name);
    const known = this.#opened.get(name) ?? {
      endpoint: openEndpoint(model, this.#dependencies),
      turns: new FairTurns(model.callsAtOnce, TURNS_IN_RESERVE),
    };
    this.#opened.set(name, known);
    return known;
  }

  /** Reports how a call ended; one that nobody waits for any more says nothing of the model. */
  async #timed<T>(name: string, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const began = performance.now();
    const end = (outcome: string): void =>
      this.#dependencies.onCall?.(name, outcome, (performance.now() - began) / 1000);
    try {
      const result = await work();
      end('completed');
      return result;
    } catch (error) {
      if (!signal.aborted) end(error instanceof ServiceError ? error.code : 'internal');
      throw error;
    }
  }
}

export function notConfigured(role: string): ServiceError {
  return new ServiceError('model_not_configured', `There is no model for the role ${role}.`, { role });
}
