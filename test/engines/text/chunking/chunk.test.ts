import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { chunkMarkdown } from '../../../../engines/text/chunking/chunk.ts';
import { CHUNK_STRATEGIES, DEFAULT_CHUNK_RULES } from '../../../../engines/text/options.ts';
import type { ChunkRules } from '../../../../engines/text/options.ts';
import { estimateTokens } from '../../../../engines/text/tokens.ts';
import { runs } from '../../../support/depth.ts';

const rules = (change: Partial<ChunkRules>): ChunkRules => ({ ...DEFAULT_CHUNK_RULES, ...change });
const texts = (markdown: string, change: Partial<ChunkRules>): string[] =>
  chunkMarkdown(markdown, rules(change)).chunks.map(({ text }) => text);

const tokensOf = (chunks: readonly { readonly tokens: number }[]): number =>
  chunks.reduce((sum, { tokens }) => sum + tokens, 0);

const sentence = 'The quick brown fox jumps over the lazy dog.';
const paragraph = Array.from({ length: 5 }, () => sentence).join(' ');

test('a short text is one chunk', () => {
  assert.deepEqual(texts('# Title\n\nA sentence.', {}), ['# Title\n\nA sentence.']);
  assert.deepEqual(texts(' \n\n', {}), []);
});

test('a text is cut before headings first, and a heading stays with what follows', () => {
  const markdown = `# One\n\n${paragraph}\n\n## Two\n\n${paragraph}\n\n## Three\n\n${paragraph}`;
  const { chunks } = chunkMarkdown(markdown, rules({ target_tokens: 80 }));
  assert.deepEqual(
    chunks.map(({ text, path }) => ({ opening: text.split('\n', 1)[0], path })),
    [
      { opening: '# One', path: [] },
      { opening: '## Two', path: ['One'] },
      { opening: '## Three', path: ['One'] },
    ],
  );
});

test('a long paragraph is cut between sentences', () => {
  for (const text of texts(paragraph, { target_tokens: 25 })) {
    assert.ok(text.startsWith('The quick') && text.endsWith('dog.'), text);
  }
});

test('fixed chunks are filled with words; rows and lines stay whole', () => {
  const row = '| a cell with words | another cell with words |';
  const line = '    return compute(argument_one, argument_two);';
  const table = ['| first | second |', '| --- | --- |', row, row, row, row].join('\n');
  const markdown = `${paragraph}\n\n${table}\n\n\`\`\`\n${`${line}\n`.repeat(6)}\`\`\`\n\n${paragraph}`;
  const { chunks } = chunkMarkdown(markdown, rules({ strategy: 'fixed', target_tokens: 25 }));
  const isBetween = (at: number): boolean => /\s/.test(markdown.charAt(at)) || at === markdown.length;
  for (const { start, end, text, tokens } of chunks) {
    assert.ok((start === 0 || isBetween(start - 1)) && isBetween(end), text);
    assert.ok(tokens <= 25 || text.includes('| first |'), text);
    for (const part of text.split('\n').filter((part) => /cell|compute/.test(part)))
      assert.ok([row, line].includes(part), part);
  }
  assert.ok(tokensOf(chunks) / chunks.length > 18);
});

test('a table is cut only between rows, and each part knows its header', () => {
  const row = '| a cell with words | another cell with words |';
  const table = ['| first | second |', '| --- | --- |', ...Array.from({ length: 30 }, () => row)].join('\n');
  const { chunks } = chunkMarkdown(`Before.\n\n${table}\n\nAfter.`, rules({ target_tokens: 60 }));
  assert.ok(chunks.length > 3);
  for (const { text } of chunks) {
    for (const line of text.split('\n').filter((line) => line.includes('cell'))) assert.equal(line, row);
  }
  const [whole, ...parts] = chunks.filter(({ text }) => text.startsWith('|'));
  assert.ok(parts.length > 0);
  for (const part of parts) assert.equal(part.tableHeader, '| first | second |', whole?.text);
});

test('a table that fits is not cut', () => {
  const table = ['| a | b |', '| - | - |', ...Array.from({ length: 8 }, () => '| one | two |')].join('\n');
  const found = texts(`${paragraph}\n\n${table}\n\n${paragraph}`, { target_tokens: 90 });
  assert.equal(found.filter((text) => text.includes('| one |')).length, 1);
});

test('code is cut between lines, blank lines and headings inside a fence are code', () => {
  const line = '    return compute(argument_one, argument_two);';
  const code = ['```ts', ...Array.from({ length: 20 }, () => `# no heading\n\n${line}`), '```'].join('\n');
  const { chunks } = chunkMarkdown(code, rules({ target_tokens: 60 }));
  assert.ok(chunks.length > 2);
  for (const { text, path } of chunks) {
    assert.deepEqual(path, []);
    for (const each of text.split('\n').filter((each) => each.includes('return'))) assert.equal(each, line);
  }
});

test('abbreviations and decimals end no sentence; other scripts have their own ends', () => {
  const markdown = 'Dr. Smith paid 3.5 million to J. Doe. 他来了。她走了。 Is it so? Yes.';
  assert.deepEqual(texts(markdown, { strategy: 'sentence', target_tokens: 1 }).length > 4, true);
  assert.ok(texts(markdown, { strategy: 'sentence', target_tokens: 14 }).some((text) => text.endsWith('Doe.')));
});

test('an overlap repeats the end of the previous chunk', () => {
  const markdown = Array.from({ length: 12 }, (_, index) => `Sentence number ${index} is here.`).join(' ');
  const { chunks } = chunkMarkdown(markdown, rules({ target_tokens: 24, overlap_tokens: 8 }));
  for (const [index, chunk] of chunks.entries()) {
    const before = chunks[index - 1];
    if (before) assert.ok(chunk.start < before.end, `chunk ${index}`);
  }
});

test('max_chunks leaves out the rest and says so', () => {
  const markdown = Array.from({ length: 10 }, () => paragraph).join('\n\n');
  const cut = chunkMarkdown(markdown, rules({ target_tokens: 60, max_chunks: 3 }));
  assert.equal(cut.chunks.length, 3);
  assert.equal(cut.truncated, true);
  assert.equal(chunkMarkdown(markdown, rules({ target_tokens: 60 })).truncated, false);
});

test('white space cannot make a chunk long', () => {
  const gaps = [' ', '\n', '\t \n', '\u00a0'].map((space) => space.repeat(100_000));
  const wholes = [
    'word{}word',
    'A sentence.{}Another one.',
    '| a |{}b |',
    '```\ncode{}code\n```',
    '- one{}- two',
    '# One{}',
  ];
  for (const strategy of CHUNK_STRATEGIES) {
    for (const markdown of wholes.flatMap((whole) => gaps.map((gap) => whole.replace('{}', gap)))) {
      for (const overlap_tokens of [0, 20]) {
        const cut = texts(markdown, { strategy, target_tokens: 50, overlap_tokens });
        const longest = Math.max(...cut.map(({ length }) => length));
        // A line of a table or of code may be eight times as large.
        assert.ok(longest <= 8 * 50 * 32, `${strategy}: ${markdown.slice(0, 20)} makes ${longest}`);
        const words = (text: string): string[] => text.match(/\w+/g) ?? [];
        assert.deepEqual(cut.flatMap(words), words(markdown));
      }
    }
  }
});

const piece = fc.constantFrom(
  '# H',
  '## H two',
  'word ',
  'Sentence one. ',
  '\n',
  '\n\n',
  '| a | b |\n',
  '```\n',
  '- item\n',
  '漢字。',
  '😀',
  '\r\n',
  '  ',
);
const markdowns = fc.array(piece, { maxLength: 120 }).map((pieces) => pieces.join(''));

test('chunks are slices in order that contain every word, and only a single line exceeds the target', () => {
  fc.assert(
    fc.property(
      markdowns,
      fc.constantFrom(...CHUNK_STRATEGIES),
      fc.integer({ min: 4, max: 60 }),
      (markdown, strategy, target) => {
        const { chunks } = chunkMarkdown(markdown, rules({ strategy, target_tokens: target }));
        let at = 0;
        for (const { start, end, text, tokens } of chunks) {
          assert.equal(text, markdown.slice(start, end));
          assert.ok(text.isWellFormed());
          assert.equal(markdown.slice(at, start).trim(), '');
          assert.ok(tokens <= target || !text.includes('\n') || text.trimStart().startsWith('|'), text);
          at = end;
        }
        assert.equal(markdown.slice(at).trim(), '');
      },
    ),
    runs(1000),
  );
});

test('tokens are estimated for words, marks and scripts without spaces', () => {
  assert.equal(estimateTokens('Two words.'), 3);
  assert.equal(estimateTokens('漢字かな'), 4);
  assert.equal(estimateTokens(''), 0);
});
