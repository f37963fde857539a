/** `npm start`: the whole service on this machine, until Ctrl-C. */
import { runInForeground } from './foreground.ts';

await runInForeground({}, ({ url, token }) => {
  console.log(`  curl ${url}/v1/parse/sync -H 'Authorization: Bearer ${token}' -H 'Content-Type: application/json' \\
    -d '{"sources": ["https://example.com"]}'

Ctrl-C stops it; the data stays.`);
  return new Promise(() => undefined);
});
