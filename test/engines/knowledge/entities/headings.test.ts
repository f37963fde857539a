import assert from 'node:assert/strict';
import { test } from 'node:test';
import { saysSomethingOf, withHeadings } from '../../../../engines/knowledge/entities/headings.ts';
import type { MergeReason } from '../../../../engines/knowledge/entities/options.ts';
import { MERGE_THRESHOLD } from '../../../../engines/knowledge/entities/options.ts';

test('two headings are one only by what people and companies alone have in their names', () => {
  const score = (reasons: readonly MergeReason[], ...headings: readonly string[]): number =>
    withHeadings([{ entities: ['one', 'other'], score: 0.96, reasons }], (name) => headings.includes(name))[0]?.score ??
    0;
  for (const reason of ['same_words', 'spelling', 'joined_words', 'abbreviation'] as const) {
    assert.ok(score([reason, 'shared_neighbours'], 'one', 'other') < MERGE_THRESHOLD, reason);
    assert.equal(score([reason], 'one'), 0.96, 'the other is more than a heading');
  }
  for (const reason of ['legal_form', 'title', 'nickname', 'initials', 'middle_name'] as const)
    assert.equal(score([reason, 'same_words'], 'one', 'other'), 0.96, reason);
});

test('a sentence says something of its heading; the heading again, with a date or a colon, does not', () => {
  const says = [
    ['Board of the Harbour', 'The Board of the Harbour meets in spring.'],
    ['World War II', '# World War II\n\nWorld War II began in 1939.'],
    ['Mercury (planet)', 'Mercury is close to the sun.'],
    ['Hafenamt Husum', '- Das Hafenamt Husum gibt es seit 1950.'],
    ['東京駅', '東京駅は千代田区にある。'],
  ] as const;
  for (const [heading, text] of says) assert.ok(saysSomethingOf(heading, text), text);
  const title = 'Minutes of the Harbour Board';
  const silent = [
    `# ${title}\n\nThe Harbour Board met.`,
    `${title}\n\nDate: 7 March 2022. The board met.`,
    `${title}, 7 March 2022.`,
    `${title}.`,
    `| paper | place |\n|---|---|\n| ${title} | shelf two. |`,
    `The ${title}s differ.`,
  ];
  for (const text of silent) assert.ok(!saysSomethingOf(title, text), text);
});
