/** Which rate of starts a server holds: 99 of 100 answered soon enough, for a minute. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BareClient, BareStart } from './bare.ts';
import { generate } from './generate.ts';
import type { Load, Sent } from './generator.ts';

export const GOAL_P99_MS = 250;
export const HELD_SECONDS = 60;
const GOAL_PER_SECOND = 200;
/** Rates at which Temporal alone is tried, until it bears one no more. */
const LADDER = [25, 50, 75, 100, 125, 150, 175, GOAL_PER_SECOND];
const STEP_SECONDS = 6;
/** A backlog shows within this time. */
const CAUGHT_UP_MS = 2000;

/** Where a load goes. */
export interface Server {
  readonly name: string;
  readonly target: Load['target'];
}

/** `isHeld`: every request was answered, and 99 of 100 soon enough. */
export type Held = Sent & { readonly perSecond: number; readonly isHeld: boolean };

/** Sends a load to a server whose Temporal has nothing else to do. */
export async function send(temporal: BareClient, server: Server, perSecond: number, seconds: number): Promise<Held> {
  await caughtUp(temporal);
  const sent = await generate({ perSecond, seconds, target: server.target });
  const figures = `p50 ${sent.p50.toFixed(0)} ms, p99 ${sent.p99.toFixed(0)} ms`;
  console.log(`${server.name} at ${perSecond}/s for ${seconds} s: ${figures}`);
  return { ...sent, perSecond, isHeld: sent.errors.length === 0 && sent.p99 < GOAL_P99_MS };
}

/**
 * The highest rate that Temporal alone holds for as long as the service must, and how it answers then: found by short tries up
 * the ladder, and then held, a step lower each time that it fails.
 */
export async function saturate(temporal: BareClient, start: BareStart): Promise<Held> {
  const alone: Server = { name: 'Temporal alone', target: { kind: 'temporal', start } };
  const isBorne = async (perSecond: number) => (await send(temporal, alone, perSecond, STEP_SECONDS)).isHeld;
  let height = 0;
  while (height < LADDER.length && (await isBorne(LADDER[height] ?? 0))) height++;
  return highestHeld(temporal, alone, LADDER.slice(0, height));
}

/** The highest of the ladder's rates below one that is not held. */
export function highestBelow(temporal: BareClient, server: Server, rate: number): Promise<Held> {
  const rates = LADDER.filter((perSecond) => perSecond < rate);
  return highestHeld(temporal, server, rates);
}

async function highestHeld(temporal: BareClient, server: Server, rates: readonly number[]): Promise<Held> {
  for (const perSecond of rates.toReversed()) {
    const held = await send(temporal, server, perSecond, HELD_SECONDS);
    if (held.isHeld) return held;
  }
  throw new Error(`${server.name} holds none of the rates`);
}

/** Until a server that was asked for more than it bears has listed all that it started. */
async function caughtUp(bare: BareClient): Promise<void> {
  for (let listed = -1, now = await bare.count(); now > listed; now = await bare.count()) {
    listed = now;
    await delay(CAUGHT_UP_MS);
  }
}
