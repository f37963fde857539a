/** Systems that files borrow one after the other, each of which scripts their models. */
import { request } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { pipeline } from 'node:stream';
import { Client, Connection } from '@temporalio/client';
import { openLoopbackServer } from '../servers/loopback-server.ts';
import { modelSettings } from '../servers/scripted-model.ts';
import { startPlace } from './place.ts';
import type { Place, StartedPlace } from './place.ts';

/** What a system is lent with: its models, each with its own settings, and who plays which role. */
const KINDS = {
  knowledge: {
    models: {
      vectors: { DIMENSIONS: '8' },
      main: { INPUT_USD_PER_MILLION: '1', OUTPUT_USD_PER_MILLION: '10' },
    },
    roles: {},
  },
  embeddings: {
    models: { first: { DIMENSIONS: '8' }, second: { DIMENSIONS: '16' } },
    roles: { EMBED_MODEL: 'first' },
  },
  judges: {
    models: { one: { OUTPUT_USD_PER_MILLION: '10' }, two: {} },
    roles: { EXTRACT_MODEL: 'one', ANSWER_MODEL: 'one', GENERATE_MODEL: 'one', JUDGE_MODEL: 'one' },
  },
} as const;
export type LentKind = keyof typeof KINDS;
/** The address of the script of each model. */
export type Scripts<Kind extends LentKind = LentKind> = Readonly<Record<keyof (typeof KINDS)[Kind]['models'], string>>;

interface LentSystem extends StartedPlace {
  readonly kind: LentKind;
  scripts: Readonly<Record<string, string>>;
}

const free: LentSystem[] = [];
/** By namespace. */
const lent = new Map<string, LentSystem>();

/** A system that no other file has, started if there is none. */
export async function lend(kind: LentKind, scripts: Scripts): Promise<Place> {
  const at = free.findIndex((system) => system.kind === kind);
  const system = free.splice(at, at < 0 ? 0 : 1)[0] ?? (await open(kind));
  system.scripts = scripts;
  lent.set(system.place.namespace, system);
  return system.place;
}

/** It is lent again, unless jobs have not ended: they would call the models of the next file. */
export async function takeBack(namespace: string): Promise<undefined> {
  const system = lent.get(namespace);
  if (system === undefined) return;
  lent.delete(namespace);
  if ((await runningJobs(system.place)) === 0) free.push(system);
  else await system.kill();
}

async function runningJobs({ address, namespace }: Place): Promise<number> {
  const connection = await Connection.connect({ address });
  try {
    const { workflow } = new Client({ connection, namespace });
    return (await workflow.count('ExecutionStatus = "Running"')).count;
  } finally {
    await connection.close();
  }
}

async function open(kind: LentKind): Promise<LentSystem> {
  const { models, roles } = KINDS[kind];
  const server = await openLoopbackServer((call, response) => passOn(system.scripts, call, response));
  const settings = Object.entries(models).map(([name, more]) =>
    modelSettings(name, { url: `${server.origin}/${name}/v1` }, more),
  );
  const started = await startPlace(kind, Object.assign({}, roles, ...settings));
  const system: LentSystem = { ...started, kind, scripts: {} };
  return system;
}

/** Passes the call of a model on to its script, and whatever becomes of one connection to the other. */
function passOn(scripts: LentSystem['scripts'], call: IncomingMessage, response: ServerResponse): void {
  const [, name = '', path = ''] = /^\/(\w+)\/v1(\/.*)/.exec(call.url ?? '') ?? [];
  const { method, headers } = call;
  const passed = request(`${scripts[name]}${path}`, { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    pipeline(answer, response, () => undefined);
  });
  passed.on('error', () => response.destroy());
  response.on('close', () => passed.destroy());
  call.pipe(passed);
}
