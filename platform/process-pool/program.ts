/** What a process of a pool runs, and how it is started: with the least rights and memory that it needs. */
import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { Duplex } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { CHANNEL_FD } from './byte-channel.ts';
import type { Nouns } from './failures.ts';
import { preferToLose, yieldToOthers } from './process-resources.ts';

const INSTALLATION = fileURLToPath(new URL('../../', import.meta.url));

export interface PooledProgram {
  readonly script: URL;
  readonly memoryMb: number;
  readonly args: readonly string[];
  /** Folder of native libraries that the process may load. */
  readonly addons: string | undefined;
  readonly nouns: Nouns;
  /** Whether it runs at the priority of this process instead of below it. */
  readonly isUrgent: boolean;
}

export interface StartedProgram {
  readonly child: ChildProcess;
  /** For bytes, beside the messages. */
  readonly channel: Duplex;
}

export function startProgram({ script, memoryMb, args, addons, isUrgent }: PooledProgram): StartedProgram {
  const child = fork(script, args, {
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc', 'pipe'],
    // The parent's environment holds secrets and is not passed on.
    env: { TZ: 'UTC' },
    execArgv: [
      `--max-old-space-size=${memoryMb}`,
      // A smaller young generation than V8's default: a pool has many processes, which share the memory.
      '--max-semi-space-size=8',
      // Objects that live as long as a page look long-lived to V8, which would allocate them in the old generation.
      // Collecting them there took half of the time of a long document.
      '--no-allocation-site-pretenuring',
      // Defence in depth, not a sandbox: a converter can read only its own code (`/proc` would reveal the parent's
      // environment), cannot write files and cannot start programs.
      '--permission',
      `--allow-fs-read=${INSTALLATION}*`,
      // Native code is not bound by these permissions, so only programs that need it may load it.
      ...(addons === undefined ? [] : ['--allow-addons', ...readable(addons)]),
      '--allow-worker',
      '--disable-warning=PERM0001',
      '--disable-warning=PERM0006',
    ],
  });
  if (!isUrgent) yieldToOthers(child.pid);
  preferToLose(child.pid);
  return { child, channel: channelOf(child) };
}

/** A folder by its name, and where it is: modules are loaded from where links lead to. */
function readable(folder: string): string[] {
  const places = new Set([folder, existsSync(folder) ? realpathSync(folder) : folder]);
  return [...places].map((place) => `--allow-fs-read=${join(place, '*')}`);
}

function channelOf(child: ChildProcess): Duplex {
  const channel = child.stdio[CHANNEL_FD];
  if (!(channel instanceof Duplex)) throw new TypeError('The process has no channel.');
  return channel;
}
