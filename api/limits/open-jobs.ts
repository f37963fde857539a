/** How many open jobs a tenant has, without asking Temporal for every submission. */

/** How long an answer of Temporal stands, with what was started since. */
const REMEMBER_MS = 1000;

/**
 * The same while less than half of the room is taken: Temporal's work for an answer grows with the jobs that it counts, and
 * no other process fills the other half so soon.
 */
const REMEMBER_ROOMY_MS = 10_000;

/** Tenants that are remembered; of another one Temporal is asked again. */
const MAX_TENANTS = 10_000;

interface Tenant {
  counted: Promise<number>;
  /** What the last count was. */
  open: number;
  /** When the count came; infinitely late while it is being asked for. */
  countedAt: number;
  /** Jobs that the count may lack: started since, or being started when it was asked for. */
  since: number;
  /** Jobs that are being started now. */
  underWay: number;
}

/** Room for jobs that are about to be started. */
export interface Reservation {
  /** Must be called once: so many of the jobs were started, the room of the others is free again. */
  settle(started: number): void;
}

/**
 * Keeps tenants within a number of open jobs. Jobs of this process are never counted too low; those that other API processes
 * start show up when Temporal is asked again: within about a second once half of the room is taken, within ten before.
 */
export class OpenJobs {
  readonly limit: number;
  readonly #count: (tenantId: string) => Promise<number>;
  readonly #now: () => number;
  readonly #tenants = new Map<string, Tenant>();

  /** `count` asks Temporal how many jobs of a tenant are open. `now` is any clock of milliseconds that never goes back. */
  constructor(
    limit: number,
    count: (tenantId: string) => Promise<number>,
    now: () => number = () => performance.now(),
  ) {
    this.limit = limit;
    this.#count = count;
    this.#now = now;
  }

  /** Room for so many more jobs, all or none: `null` when there is not enough; none always fit. Rejects when Temporal cannot be asked. */
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
    // Nobody asks again meanwhile, so that those who wait for this answer find what was started since it was asked for.
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
