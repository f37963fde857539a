/** How many open jobs a tenant has, without asking Temporal for every submission. */

/** How long a count from Temporal is used, plus the jobs started since. */
const REMEMBER_MS = 1000;

/**
 * The same while less than half of the limit is used: counting costs Temporal more the more jobs there are, and other
 * processes will not fill the other half so quickly.
 */
const REMEMBER_ROOMY_MS = 10_000;

/** Maximum number of cached tenants; for others Temporal is asked again. */
const MAX_TENANTS = 10_000;

interface Tenant {
  counted: Promise<number>;
  /** What the last count was. */
  open: number;
  /** When the count came; infinitely late while it is being asked for. */
  countedAt: number;
  /** Jobs that the count may not include: started since, or being started when it was requested. */
  since: number;
  /** Jobs that are being started now. */
  underWay: number;
}

/** Room for jobs that are about to be started. */
export interface Reservation {
  /** Must be called once with the number of jobs started; frees the room of the others. */
  settle(started: number): void;
}

/**
 * Limits the number of open jobs per tenant. Jobs of this process are never undercounted. Jobs started by other API
 * processes are seen when Temporal is asked again: within about a second once half of the limit is used, within ten
 * seconds before.
 */
export class OpenJobs {
  readonly limit: number;
  readonly #count: (tenantId: string) => Promise<number>;
  readonly #now: () => number;
  readonly #tenants = new Map<string, Tenant>();

  /** `count` asks Temporal how many jobs of a tenant are open. `now` is a monotonic clock in milliseconds. */
  constructor(
    limit: number,
    count: (tenantId: string) => Promise<number>,
    now: () => number = () => performance.now(),
  ) {
    this.limit = limit;
    this.#count = count;
    this.#now = now;
  }

  /**
   * Reserves room for `jobs` more jobs, all or none: `null` when there is not enough. Zero jobs always fit. Rejects
   * when Temporal is unavailable.
   */
  async reserve(tenantId: string, jobs: number): Promise<Reservation | null> {
    const tenant = this.#tenant(tenantId, jobs);
    const open = await tenant.counted;
    if (jobs > 0 && open + tenant.since + jobs > this.limit) return null;
    tenant.since += jobs;
    tenant.underWay += jobs;
    return {
      settle: (started) => {
        tenant.underWay -= jobs;
        tenant.since -= jobs - started;
      },
    };
  }

  #tenant(tenantId: string, jobs: number): Tenant {
    const known = this.#tenants.get(tenantId);
    if (known) {
      const isRoomy = known.open + known.since + jobs < this.limit / 2;
      if (this.#now() - known.countedAt < (isRoomy ? REMEMBER_ROOMY_MS : REMEMBER_MS)) return known;
    }
    const tenant: Tenant = known ?? { counted: Promise.resolve(0), open: 0, countedAt: 0, since: 0, underWay: 0 };
    tenant.since = tenant.underWay;
    // No second count is requested in the meantime, so that all callers waiting for this one see what was started since
    // it was requested.
    tenant.countedAt = Number.POSITIVE_INFINITY;
    tenant.counted = this.#count(tenantId)
      .then((open) => (tenant.open = open))
      .finally(() => {
        tenant.countedAt = this.#now();
      });
    tenant.counted.catch(() => this.#tenants.delete(tenantId));
    this.#tenants.delete(tenantId);
    this.#tenants.set(tenantId, tenant);
    const [oldest] = this.#tenants.keys();
    if (this.#tenants.size > MAX_TENANTS && oldest !== undefined) this.#tenants.delete(oldest);
    return tenant;
  }
}
