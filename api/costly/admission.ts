/** How much costly work the tenants may have in progress: turns, shared fairly, and a limit of what waits for them. */
import { FairTurns } from '../../platform/fair-turns.ts';
import { TURNS_AT_ONCE } from '../contract/cost.ts';
import { TenantShares } from '../limits/tenant-shares.ts';

/**
 * Turns that requests of one tenant may hold and wait for together: at some 50 ms each, what takes its process about
 * six seconds. Sixteen of the costliest requests have room, and 128 short searches.
 */
export const TENANT_TURNS = 8 * TURNS_AT_ONCE;

/** The same for all tenants of a process: four tenants with all that they may have. */
export const PROCESS_TURNS = 4 * TENANT_TURNS;

/**
 * Requests of one tenant, and of all, that wait for jobs: each holds a connection, and at its end an answer of some
 * megabytes.
 */
const WAITING = { tenant: 32, process: 256 };

/** What a refused client waits for at most: the turns of its tenant are then worked off. */
const RETRY_AFTER_SECONDS = 5;

/** A tenant that has no turn gets one of a reserve, which no other tenant can use up. */
export class Admission {
  /** Requests wait here for their turns; the first of a tenant has those in reserve. */
  readonly turns = new FairTurns(TURNS_AT_ONCE, TURNS_AT_ONCE);

  /** Counts what tenants hold and wait for, in turns. */
  readonly shares = new TenantShares(
    { tenant: TENANT_TURNS, process: PROCESS_TURNS, admitsEveryTenant: true },
    {
      tooMuchAtOnce: `This tenant has as many costly requests in progress as it may have: ${TENANT_TURNS} turns.`,
      overloaded: `The server has as many costly requests in progress as it can serve: ${PROCESS_TURNS} turns.`,
      details: (limit_turns) => ({ limit_turns, retry_after_seconds: RETRY_AFTER_SECONDS }),
    },
  );

  /** Counts requests that wait for jobs. */
  readonly waiting = new TenantShares(
    { ...WAITING, admitsEveryTenant: true },
    {
      tooMuchAtOnce: `This tenant has as many requests open that wait for jobs as it may have: ${WAITING.tenant}.`,
      overloaded: `The server has as many requests open that wait for jobs as it can serve: ${WAITING.process}.`,
      details: (limit_requests) => ({ limit_requests, retry_after_seconds: RETRY_AFTER_SECONDS }),
    },
  );
}
