/** Systems for the tests of a file: one of its own, or the one that files share. */
import { basename } from 'node:path';
import { after, afterEach } from 'node:test';
import { Client } from './client.ts';
import { infrastructure } from './infrastructure.ts';
import { logTail } from './service-process.ts';
import type { ServiceProcess } from './service-process.ts';
import type { LentKind, Scripts } from './lent-systems.ts';
import type { Place } from './place.ts';
import { systemOf } from './system-processes.ts';
import type { Api, Settings, System } from './system-processes.ts';

export type { Api, Settings, System };

/**
 * Opens a system for the tests of the calling file. Its processes end with the file; what they wrote last is shown when
 * a test fails.
 */
export function openSystem(settings: Settings = {}): System {
  const children: ServiceProcess[] = [];
  showWhenFailed(() => children.map(({ log }) => log));
  after(() => Promise.all(children.map((child) => child.kill())));
  return systemOf(basename(process.argv[1] ?? 'test', '.test.ts'), settings, children);
}

export interface SharedSystem extends Pick<System, 'namespace' | 'address'> {
  readonly api: Pick<Api, 'url' | 'client'>;
  /** Starts an API of the calling file's own beside it, with settings of its own, whose jobs the shared worker runs. */
  startApi(settings?: Settings): Promise<Api>;
}

/**
 * The system that all files share which need no worker of their own, disturb no process of it and look at nothing but
 * what belongs to their own tenants: an API and a worker, which the first such file starts. They have an embedding
 * model, {@link plainReply}, and no language model. They end with the run; what they wrote last is shown when a test
 * fails.
 */
export async function sharedSystem(): Promise<SharedSystem> {
  return placed(await fetch(infrastructure().sharedSystem));
}

/**
 * A system whose models the calling file scripts, until its tests have ended: no other file has it meanwhile, and
 * others have it before and after. What is said of the shared system holds for it, too. Its jobs have ended when the
 * tests have.
 */
export async function borrowSystem<Kind extends LentKind>(kind: Kind, scripts: Scripts<Kind>): Promise<SharedSystem> {
  const { sharedSystem: lender } = infrastructure();
  const body = JSON.stringify(scripts);
  const system = await placed(await fetch(new URL(kind, lender), { method: 'POST', body }));
  after(() => fetch(new URL(system.namespace, lender), { method: 'DELETE' }));
  return system;
}

async function placed(answer: Response): Promise<SharedSystem> {
  if (!answer.ok) throw new Error(await answer.text());
  const { logs, url, ...place } = (await answer.json()) as Place;
  showWhenFailed(() => logs);
  const own = openSystem({ TEMPORAL_NAMESPACE: place.namespace });
  return { ...place, api: { url, client: (caller) => Client.of(url, caller) }, startApi: (more) => own.startApi(more) };
}

function showWhenFailed(logs: () => readonly string[]): void {
  afterEach((context) => {
    if ('passed' in context && !context.passed) process.stderr.write(`${logs().map(logTail).join('\n')}\n`);
  });
}
