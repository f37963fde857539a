/** The commands of package.json, and scripts of Node, with nothing of the machine's in their environment but PATH, HOME and the compile cache of Node. */
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import packageJson from '../../package.json' with { type: 'json' };

export const CHECKOUT = fileURLToPath(new URL('../..', import.meta.url));

export type NpmScript = keyof typeof packageJson.scripts;
type Environment = Readonly<Record<string, string>>;

/** What follows `node` in the command of a script that Node runs. */
export function argumentsOf(name: NpmScript): string[] {
  const [node, ...args] = packageJson.scripts[name].split(' ');
  if (node !== 'node') throw new Error(`npm run ${name} is no script of Node.`);
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

/** Runs `node ARGS` in a directory to its end. */
export async function runNode(args: readonly string[], cwd: string, env: Environment = {}): Promise<Ended> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, args, {
    cwd,
    env: { PATH, HOME, NODE_COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, output: out + errors };
}
