/** How much costly work the tenants may have in progress: turns, shared fairly, and a limit of what waits for them. */
import { ServiceError } from '../../errors/index.ts';
import { FairTurns } from '../../platform/fair-turns.ts';
import type { Turn } from '../../platform/fair-turns.ts';
import { TURNS } from '../contract/cost.ts';

/** Turns that requests of one tenant may hold and wait for together: some seconds of work. */
export const TENANT_TURNS = 8 * TURNS;

/** The same for all tenants of a process. */
export const PROCESS_TURNS = 4 * TENANT_TURNS;

/** Turns that are worked off in a second, or more: a search that takes one is done in less than .1 s. */
const TURNS_PER_SECOND = TURNS;

export interface AdmissionFigures {
  readonly held: { set(turns: number): void };
  readonly waiting: { set(turns: number): void };
}

/** A tenant that has no turn gets one of a reserve, which no other tenant can use up. */
export class Admission {
  readonly #turns = new FairTurns(TURNS, TURNS);
  readonly #tenants = new Map<string, number>();
  readonly #figures: AdmissionFigures;
  #all = 0;

  /** The figures are set whenever they change. */
  constructor(figures: AdmissionFigures) {
    this.#figures = figures;
  }

  /**
   * Counts a request of so many turns until `leave` is called. Throws `too_much_at_once` when the tenant, and `overloaded` when all
   * tenants have too much in progress. The first request of a tenant, or of all, is never too much.
   */
  enter(tenantId: string, turns: number): { readonly leave: () => void } {
    const ofTenant = this.#tenants.get(tenantId) ?? 0;
    if (ofTenant > 0 && ofTenant + turns > TENANT_TURNS) {
      throw refusal(
        'too_much_at_once',
        'This tenant has as many costly requests in progress as it may have.',
        ofTenant,
      );
    }
    if (this.#all > 0 && this.#all + turns > PROCESS_TURNS) {
      throw refusal('overloaded', 'The server has as many costly requests in progress as it can serve.', this.#all);
    }
    this.#count(tenantId, turns);
    let isIn = true;
    return {
      leave: () => {
        if (isIn) this.#count(tenantId, -turns);
        isIn = false;
      },
    };
  }

  /** Waits for the turns of a request that has entered. Rejects when the signal is aborted before. */
  async turn(tenantId: string, turns: number, signal: AbortSignal): Promise<Turn> {
    const turn = await this.#turns.take(tenantId, { signal, isUnderWay: false, weight: turns });
    this.#show();
    return turn;
  }

  #count(tenantId: string, turns: number): void {
    this.#all += turns;
    const ofTenant = (this.#tenants.get(tenantId) ?? 0) + turns;
    if (ofTenant > 0) this.#tenants.set(tenantId, ofTenant);
    else this.#tenants.delete(tenantId);
    this.#show();
  }

  #show(): void {
    this.#figures.held.set(this.#turns.taken);
    this.#figures.waiting.set(this.#turns.waiting);
  }
}

function refusal(code: 'too_much_at_once' | 'overloaded', message: string, turns: number): ServiceError {
  return new ServiceError(code, message, { retry_after_seconds: Math.ceil(turns / TURNS_PER_SECOND / 2) });
}
