/** What a data card says of items, and that its page shows texts as texts. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modelUsage, usagePerItem } from '../../../../engines/synthesis/card/card.ts';
import type { DataCard } from '../../../../engines/synthesis/card/card.ts';
import { cardPage } from '../../../../engines/synthesis/card/page.ts';
import { CardSurvey } from '../../../../engines/synthesis/card/survey.ts';
import { meaningsOf } from '../../../../engines/synthesis/items/item.ts';

type Surveyed = Parameters<CardSurvey['add']>[0];

function surveyed(items: Iterable<Surveyed>) {
  const survey = new CardSurvey();
  for (const item of items) survey.add(item);
  return survey.survey;
}

const question = (value: object, evidence: readonly object[], score = 1): Surveyed => ({
  value: { kind: 'single_hop', ...value },
  provenance: { evidence },
  scores: { grounded: { score, method: 'words' } },
});
const MILLS = { source: 'contexts/0', origin: { license: 'CC-BY-4.0', source: 'https://mills.example/' } };
const QUESTIONS = [
  question({ question: 'Who keeps the gate?', answer: 'Ada' }, [MILLS], 0.5),
  question({ question: 'Who keeps the mill?', answer: null }, [MILLS, { source: 'contexts/1' }]),
];
const rows = (count: number): Surveyed[] =>
  Array.from({ length: count }, (_, id) => ({
    value: {
      table: 'things',
      row: { id, size: id % 3, note: id % 4 === 0 ? null : `note ${id}`, ...(id % 2 === 0 && { isOpen: true }) },
    },
    provenance: { made_by: 'schema_rows', table: 'things' },
    scores: null,
  }));

const cardOf = (items: readonly Surveyed[], more: Partial<DataCard> = {}): DataCard => ({
  job_id: 'job_1',
  name: null,
  submitted_at: '2026-01-01T10:00:00Z',
  engine_id: 'grounded_qa',
  generator: 'rules',
  seed: 7,
  asked: items.length,
  accepted: items.length,
  shortfall: null,
  rejected: {},
  methods: {},
  rejected_because: {},
  checks_skipped: [],
  passages: null,
  usage: [],
  usage_per_item: null,
  ...surveyed(items),
  ...more,
});

test('kinds, lengths, different words and scores are counted', () => {
  const { kinds, texts, checks } = surveyed(QUESTIONS);
  assert.deepEqual(kinds, { single_hop: 2 });
  // Who, keeps, the, gate, mill of 8 words; 4 of 6 pairs.
  assert.deepEqual([texts['question']?.distinct_1, texts['question']?.distinct_2], [5 / 8, 4 / 6]);
  assert.partialDeepStrictEqual(texts['answer'], { length: { values: 1, p50: 3, most: 3 }, distinct_2: 0 });
  const { methods, scores } = checks['grounded'] ?? {};
  assert.deepEqual([methods, scores?.mean, scores?.least], [['words'], 0.75, 0.5]);
  assert.deepEqual([scores?.histogram.counts[10], scores?.histogram.counts[19]], [1, 1]);
});

test(
  'licenses and origins pass through with their counts; an item without a license of all that it quotes is ' +
    'counted',
  () => {
    const { licenses, without_license, origins, sources } = surveyed(QUESTIONS);
    assert.deepEqual([licenses, without_license], [{ 'CC-BY-4.0': 2 }, 1]);
    assert.deepEqual(origins, { 'https://mills.example/': 2 });
    assert.deepEqual(sources, { 'contexts/0': 2, 'contexts/1': 1 });
  },
);

test('a column shows its few values, its numbers, or how long its texts are, and how often it is empty', () => {
  const { rows: all, columns } = surveyed(rows(40)).tables['things'] ?? {};
  assert.equal(all, 40);
  assert.deepEqual(columns?.['size'], { nulls: 0, values: { 0: 14, 1: 13, 2: 13 }, numbers: null, lengths: null });
  assert.deepEqual([columns['isOpen']?.nulls, columns['isOpen']?.values], [20, { true: 20 }]);
  assert.partialDeepStrictEqual(columns['id']?.numbers, { values: 40, least: 0, p50: 19, most: 39 });
  assert.deepEqual([columns['note']?.nulls, columns['note']?.lengths?.most], [10, 7]);
});

test('of many rows, quantiles are those of a sample that is always the same, and memory does not grow', () => {
  const many = rows(6000);
  const [first, second] = [surveyed(many), surveyed(many)];
  assert.deepEqual(first, second);
  const id = first.tables['things']?.columns['id']?.numbers;
  assert.deepEqual([id?.values, id?.least, id?.most, id?.mean], [6000, 0, 5999, 2999.5]);
  assert.ok(Math.abs((id?.p50 ?? 0) - 3000) < 200, String(id?.p50));
  assert.equal(
    id?.histogram.counts.reduce((sum, found) => sum + found, 0),
    5000,
  );
});

test('what models took is shown for all and for an item', () => {
  const measure = (source: string, unit: string, amount: number) => ({ source, unit, amount });
  const usage = modelUsage([
    measure('builtin', 'engine_seconds', 3),
    measure('writer', 'calls', 4),
    measure('writer', 'input_tokens', 300),
    measure('writer', 'output_tokens', 100),
    measure('writer', 'usd', 0.2),
  ]);
  assert.deepEqual(usage, [{ model: 'writer', calls: 4, input_tokens: 300, output_tokens: 100, usd: 0.2 }]);
  assert.deepEqual(usagePerItem(usage, 8), { tokens: 50, usd: 0.025 });
  assert.deepEqual([usagePerItem(usage, 0), usagePerItem([], 8)], [null, null]);
});

test('the page says what was rejected and why, what is missing, and what it cost', () => {
  const rejected = { duplicate: 3 };
  const usage = [{ model: 'writer', calls: 4, input_tokens: 300, output_tokens: 100, usd: null }];
  const shortfall = { missing: 2, reasons: ['exhausted'], message: 'Give more texts.' };
  const more = {
    rejected,
    rejected_because: meaningsOf(['duplicate']),
    usage,
    shortfall,
    asked: 4,
    generator: 'writer',
  };
  const page = cardPage(cardOf(QUESTIONS, more)).replaceAll(/\s+/g, ' ');
  assert.match(page, /2 of 4 items\./);
  assert.match(page, /2 items are missing\.<\/strong> Give more texts\./);
  assert.match(page, /the same as an earlier item/);
  assert.match(page, /made by the model writer · seed 7/);
  assert.match(page, /–: the settings give no price\./);
});

test('the page says by which methods items were rejected, and which checks were not made', () => {
  const rejected = { duplicate: 3, answerable_without_context: 2 };
  const methods = { duplicate: { minhash: 1, embedding: 2 }, answerable_without_context: { closed_book: 2 } };
  const checks_skipped = [{ check: 'distinct', reason: 'no_names', items: 1 }];
  const page = cardPage(cardOf(QUESTIONS, { rejected, methods, checks_skipped })).replaceAll(/\s+/g, ' ');
  assert.match(page, /1 by minhash\. 2 by embedding\./);
  assert.match(page, /2 by closed_book\./);
  assert.match(page, /Checks that were not made[^]*no_names/);
  assert.doesNotMatch(cardPage(cardOf(QUESTIONS)), /Checks that were not made/);
});

test('each plot has a label, and each table a name', () => {
  const page = cardPage(cardOf([...QUESTIONS, ...rows(40)]));
  const plots = [...page.matchAll(/<svg[^>]*>/g)].map(([tag]) => tag);
  assert.ok(plots.length > 5, String(plots.length));
  assert.deepEqual(
    plots.filter((tag) => !/role="img" aria-label="[^"]+"|aria-hidden="true"/.test(tag)),
    [],
  );
  const tables = page.match(/<table>/g) ?? [];
  assert.equal(page.match(/role="region" aria-label="[^"]+"/g)?.length, tables.length);
});

const HOSTILE = `"'><script>alert(1)</script><img src=x onerror=alert(1)>\u202e\0${'a'.repeat(300)}`;

test('no text of a document is markup in the page', () => {
  const item = {
    value: { table: HOSTILE, kind: HOSTILE, row: { [HOSTILE]: HOSTILE, few: '<b>' }, question: HOSTILE },
    provenance: { evidence: [{ source: HOSTILE, origin: { license: HOSTILE, source: HOSTILE } }] },
    scores: { [HOSTILE]: { score: 1, method: HOSTILE } },
  };
  const usage = [{ model: HOSTILE, calls: 1, input_tokens: 1, output_tokens: 1, usd: null }];
  const shortfall = { missing: 1, reasons: [], message: HOSTILE };
  const more = { name: HOSTILE, generator: HOSTILE, usage, shortfall, rejected: { [HOSTILE]: 1 } };
  const page = cardPage(cardOf([item], { ...more, rejected_because: { [HOSTILE]: HOSTILE } }));
  assert.doesNotMatch(page, /<script|<img|<b>/i);
  // What the template itself writes has no attribute that a script could be in.
  const withoutValues = page.replaceAll(/"[^"]*"/g, '""');
  assert.doesNotMatch(withoutValues, /<[a-z][^>]*\son[a-z]+=/i);
});

test('a card without an item has a page', () => {
  assert.match(cardPage(cardOf([], { asked: 5 })), /0 of 5 items/);
});
