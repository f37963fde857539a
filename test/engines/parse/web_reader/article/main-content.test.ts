import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import { readPage } from '../../../../../engines/parse/web_reader/index.ts';
import { articlePage } from '../../../../support/servers/page-server.ts';

const read = async (main_content: boolean): Promise<string> => {
  const page = articlePage('Tides', 'The tide turns twice a day.').replace('Home', 'All pages');
  const input = {
    bytes: Buffer.from(page),
    mediaType: 'text/html',
    charset: null,
    filename: null,
    url: 'https://example.com/tides',
    options: { ...DEFAULT_PARSE_OPTIONS, main_content },
  };
  const context = { signal: new AbortController().signal, onProgress: () => undefined };
  return (await readPage(input, context)).markdown;
};

test('a page is read without its navigation, unless all of it is wanted', async () => {
  const [main, all] = [await read(true), await read(false)];
  for (const markdown of [main, all]) assert.match(markdown, /The tide turns twice a day\./);
  assert.doesNotMatch(main, /All pages/);
  assert.match(all, /All pages/);
});
