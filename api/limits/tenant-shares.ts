/** What tenants have in progress, of something that a process has a limited amount of. */
import { ServiceError } from '../../errors/index.ts';

/** Amounts in progress, of one tenant and of all. */
export interface ShareLimits {
  readonly tenant: number;
  readonly process: number;
  /**
   * Whether a tenant that has nothing in progress is admitted whatever others have. Default: only while nobody has
   * anything.
   */
  readonly admitsEveryTenant?: boolean;
}

/** What a refusal says: `too_much_at_once` for the limit of a tenant, `overloaded` for that of the process. */
export interface ShareRefusals {
  readonly tooMuchAtOnce: string;
  readonly overloaded: string;
  readonly details: (limit: number) => Record<string, unknown>;
}

/** The limits apply per process. */
export class TenantShares {
  readonly #limits: ShareLimits;
  readonly #refusals: ShareRefusals;
  readonly #tenants = new Map<string, number>();
  /** What all tenants have in progress. */
  taken = 0;

  constructor(limits: ShareLimits, refusals: ShareRefusals) {
    this.#limits = limits;
    this.#refusals = refusals;
  }

  /**
   * Counts an amount until `leave` is called, which may be called again. Throws `too_much_at_once` or `overloaded`, and
   * counts nothing, when there is no room for it. The first of a tenant has room in the limit of the tenant whatever
   * its size, and the first of all in that of the process.
   */
  enter(tenantId: string, amount: number): { readonly leave: () => void } {
    const { tenant, process, admitsEveryTenant = false } = this.#limits;
    const { tooMuchAtOnce, overloaded, details } = this.#refusals;
    const ofTenant = this.#tenants.get(tenantId) ?? 0;
    if (ofTenant > 0 && ofTenant + amount > tenant) {
      throw new ServiceError('too_much_at_once', tooMuchAtOnce, details(tenant));
    }
    const isFree = this.taken === 0 || (admitsEveryTenant && ofTenant === 0);
    if (!isFree && this.taken + amount > process) {
      throw new ServiceError('overloaded', overloaded, details(process));
    }
    this.#count(tenantId, amount);
    let isIn = true;
    return {
      leave: () => {
        if (isIn) this.#count(tenantId, -amount);
        isIn = false;
      },
    };
  }

  #count(tenantId: string, change: number): void {
    this.taken += change;
    const ofTenant = (this.#tenants.get(tenantId) ?? 0) + change;
    if (ofTenant > 0) this.#tenants.set(tenantId, ofTenant);
    else this.#tenants.delete(tenantId);
  }
}
