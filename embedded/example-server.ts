import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { basename, join } from 'node:path';

export interface ExampleServer {
  readonly url: string;
  readonly close: () => void;
}

/** Serves the HTML pages of a directory on a free loopback port, as a web site for the quickstart. */
export async function serveExamples(directory: string): Promise<ExampleServer> {
  const server = createServer((request, response) => {
    const name = basename(request.url ?? '');
    const page = name.endsWith('.html') ? readFile(join(directory, name)) : Promise.reject(new Error('Not a page'));
    page.then(
      (bytes) => response.setHeader('Content-Type', 'text/html; charset=utf-8').end(bytes),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
