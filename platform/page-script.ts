/**
 * The script of a page, made of its TypeScript files and packages when it is first asked for: there is no build to run.
 */
import { fileURLToPath } from 'node:url';
import { build, stop } from 'esbuild';

const made = new Map<string, Promise<string>>();

/** One script without imports, for browsers of the last years. */
export function pageScript(main: URL): Promise<string> {
  const known = made.get(main.href);
  if (known) return known;
  const script = bundled(fileURLToPath(main));
  made.set(main.href, script);
  // A failure, such as too little memory, is not kept.
  script.catch(() => made.delete(main.href));
  return script;
}

async function bundled(path: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    legalComments: 'none',
    tsconfigRaw: {},
    define: { 'process.env.NODE_ENV': '"production"' },
    logLevel: 'silent',
  });
  await stop();
  return outputFiles.map(({ text }) => text).join('');
}
