/** The commands of package.json, run as npm runs them, with nothing of the machine's in their environment but PATH and HOME. */
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

/** Runs `npm run NAME -- ARGS` to its end; `output` is all that it wrote. */
export async function runNpmScript(
  name: NpmScript,
  args: readonly string[],
  env: Environment = {},
): Promise<{ readonly code: number | null; readonly output: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [...argumentsOf(name), ...args], {
    cwd: CHECKOUT,
    env: { PATH, HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  await ended;
  return { code: child.exitCode, output: out + errors };
}
