/**
 * `npm run quickstart`: runs the whole service on this machine and parses the documents of `examples/`, until Ctrl-C.
 * With `-- --exit` it stops when the jobs have ended, with exit code 0 only if all succeeded.
 */
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readOptions } from '../platform/command-line.ts';
import { runDemo } from './demo.ts';
import { runKnowledgeDemo } from './demo-knowledge.ts';
import { serveExamples } from './example-server.ts';
import { curlLine, runInForeground } from './foreground.ts';

const EXAMPLES = fileURLToPath(new URL('../examples', import.meta.url));
const { exit } = readOptions('npm run quickstart [-- --exit]', { exit: { type: 'boolean' } });

// The example site is on loopback, which the network guard blocks by default.
const allow = [process.env['NETWORK_ALLOW'], '127.0.0.1'].filter(Boolean).join(',');

await runInForeground({ NETWORK_ALLOW: allow }, async (stack) => {
  const site = await serveExamples(EXAMPLES);
  const pageUrl = `${site.url}/article.html`;
  const client = { apiUrl: stack.url, token: stack.token, say: console.log };
  const documentIds = await runDemo({
    ...client,
    files: [join(EXAMPLES, 'report.pdf'), join(EXAMPLES, 'minutes.docx')],
    pageUrl,
  });
  console.log(documentIds ? '\nAll three jobs succeeded.\n' : '\nSome jobs did not succeed.');
  const succeeded = documentIds !== null && (await runKnowledgeDemo(client, documentIds));
  if (exit) return succeeded ? 0 : 1;
  console.log(`\nA file as Markdown in one request:\n\n  ${curlLine(stack)}
\nThe stack keeps running at the addresses above. Ctrl-C stops it; data is kept.`);
  return new Promise(() => undefined);
});
