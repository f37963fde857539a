/**
 * `npm run quickstart`: the whole service on this machine, and its main job on the documents of `examples/`, until Ctrl-C; with
 * `-- --exit` until the job has ended, with the exit code 0 only if it succeeded.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../platform/command-line.ts';
import { runDemo } from './demo.ts';
import { serveExamples } from './example-server.ts';
import { curlLine, runInForeground } from './foreground.ts';

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));
const { exit } = readOptions('npm run quickstart [-- --exit]', { exit: { type: 'boolean' } });

// The example site is on loopback, which documents cannot be fetched from otherwise.
const allow = [process.env['NETWORK_ALLOW'], '127.0.0.1'].filter(Boolean).join(',');

await runInForeground({ NETWORK_ALLOW: allow }, async (stack) => {
  const site = await serveExamples(EXAMPLES);
  const pageUrl = `${site.url}/article.html`;
  const succeeded = await runDemo({
    apiUrl: stack.url,
    token: stack.token,
    files: [join(EXAMPLES, 'report.pdf'), join(EXAMPLES, 'minutes.docx')],
    pageUrl,
    say: console.log,
  });
  console.log(succeeded ? '\nAll three jobs succeeded.' : '\nNot every job succeeded.');
  if (exit) return succeeded ? 0 : 1;
  console.log(`\nThe page once more, in one request:\n\n  ${curlLine(stack, pageUrl)}
\nEverything stays up: look around in the addresses above. Ctrl-C stops it; the data stays.`);
  return new Promise(() => undefined);
});
