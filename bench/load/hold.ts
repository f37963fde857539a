/** Finds the rate of starts that a server sustains for a minute with the required p99. */
import { setTimeout as delay } from 'node:timers/promises';
import type { BareClient, BareStart } from './bare.ts';
import { generate } from './generate.ts';
import type { Load, Sent } from './generator.ts';

export const GOAL_P99_MS = 250;
export const HELD_SECONDS = 60;
const GOAL_PER_SECOND = 200;
/** Rates to try on bare Temporal, in order, until one is not sustained. */
const LADDER = [25, 50, 75, 100, 125, 150, 175, GOAL_PER_SECOND];
const STEP_SECONDS = 6;
/** Time in which a backlog becomes visible. */
const CAUGHT_UP_MS = 2000;

/** Target of a load. */
export interface Server {
  readonly name: string;
  readonly target: Load['target'];
}

/** `isHeld`: every request succeeded and the p99 met the goal. */
export type Held = Sent & { readonly perSecond: number; readonly isHeld: boolean };

/** Sends a load while Temporal is otherwise idle. */
export async function send(temporal: BareClient, server: Server, perSecond: number, seconds: number): Promise<Held> {
  await caughtUp(temporal);
  const sent = await generate({ perSecond, seconds, target: server.target });
  const figures = `p50 ${sent.p50.toFixed(0)} ms, p99 ${sent.p99.toFixed(0)} ms`;
  console.log(`${server.name} at ${perSecond}/s for ${seconds} s: ${figures}`);
  return { ...sent, perSecond, isHeld: sent.errors.length === 0 && sent.p99 < GOAL_P99_MS };
}

/**
 * The highest rate that bare Temporal sustains for the full duration, with its latencies. Short trials up the ladder
 * find a candidate; full trials then go down a step after each failure.
 */
export async function saturate(temporal: BareClient, start: BareStart): Promise<Held> {
  const alone: Server = { name: 'Temporal alone', target: { kind: 'temporal', start } };
  const isBorne = async (perSecond: number) => (await send(temporal, alone, perSecond, STEP_SECONDS)).isHeld;
  let height = 0;
  while (height < LADDER.length && (await isBorne(LADDER[height] ?? 0))) height++;
  return highestHeld(temporal, alone, LADDER.slice(0, height));
}

/** The highest sustained rate of the ladder below the given one. */
export function highestBelow(temporal: BareClient, server: Server, rate: number): Promise<Held> {
  const rates = LADDER.filter((perSecond) => perSecond < rate);
  return highestHeld(temporal, server, rates);
}

async function highestHeld(temporal: BareClient, server: Server, rates: readonly number[]): Promise<Held> {
  for (const perSecond of rates.toReversed()) {
    const held = await send(temporal, server, perSecond, HELD_SECONDS);
    if (held.isHeld) return held;
  }
  throw new Error(`${server.name} sustains none of the rates`);
}

/** Waits until an overloaded server has listed all started workflows. */
async function caughtUp(bare: BareClient): Promise<void> {
  for (let listed = -1, now = await bare.count(); now > listed; now = await bare.count()) {
    listed = now;
    await delay(CAUGHT_UP_MS);
  }
}
