/**
 * The commands of package.json, and scripts of Node, with nothing of the machine's in their environment but PATH, HOME
 * and the compile cache of Node.
 */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import packageJson from '../../../package.json' with { type: 'json' };
import { PATIENCE_MS } from '../patience.ts';

export const CHECKOUT = fileURLToPath(new URL('../../..', import.meta.url));

export type NpmScript = keyof typeof packageJson.scripts;
type Environment = Readonly<Record<string, string>>;

/** What follows `node` in the command of a script that Node runs. */
export function argumentsOf(name: NpmScript): string[] {
  const [exec, node, ...args] = packageJson.scripts[name].split(' ');
  if (exec !== 'exec' || node !== 'node') throw new Error(`npm run ${name} is no script of Node.`);
  return args;
}

interface Ended {
  readonly code: number | null;
  /** All that it wrote. */
  readonly output: string;
}

/** Runs `npm run NAME -- ARGS` to its end. */
export function runNpmScript(name: NpmScript, args: readonly string[], env: Environment = {}): Promise<Ended> {
  return runNode([...argumentsOf(name), ...args], CHECKOUT, env);
}

/**
 * Runs `node ARGS` in a directory to its end. A command that hangs runs once more, and the log says so: Node itself
 * hangs in its shutdown once in many thousand runs (nodejs/node#54918).
 */
export async function runNode(args: readonly string[], cwd: string, env: Environment = {}): Promise<Ended> {
  const command = `node ${args.join(' ')}`;
  const first = await runOnce(args, cwd, env);
  if (!first.hung) return first.ended;
  process.stderr.write(`${command} did not end, and runs again. It wrote: ${first.ended.output}\n`);
  const second = await runOnce(args, cwd, env);
  if (second.hung) throw new Error(`${command} did not end. It wrote: ${second.ended.output}`);
  return second.ended;
}

interface Outcome {
  readonly ended: Ended;
  readonly hung: boolean;
}

/** A command that hangs is killed with all that it started: what holds its output open would hold the whole run. */
async function runOnce(args: readonly string[], cwd: string, env: Environment): Promise<Outcome> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let hung = false;
  const limit = setTimeout(() => {
    hung = true;
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  }, PATIENCE_MS);
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  clearTimeout(limit);
  return { ended: { code: child.exitCode, output: out + errors }, hung };
}
