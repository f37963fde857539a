/** What a model extracts is kept as far as the text has it. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groundGraph } from '../../../../engines/knowledge/extraction/ground.ts';
import type { ExtractedGraph } from '../../../../engines/knowledge/extraction/prompt.ts';
import { some } from '../../../support/depth.ts';
import { assertLinear, HOSTILE_TEXTS } from '../../../support/linear.ts';

const TEXT =
  'The **Tide Mill** was built by Ruth Hallam.\nRuth  Hallam’s yard lies in Sallow Quay. It cuts oak. The elm ' +
  'came from Hallam & Sons.';

const entity = (name: string, type: string | null = null) => ({ name, type });
const relation = (subject: string, predicate: string, object: string, evidence: string) => ({
  subject,
  predicate,
  object,
  evidence,
});
const ground = (graph: Partial<ExtractedGraph>) => groundGraph(TEXT, 'en', { entities: [], relations: [], ...graph });

test('a name has all its places in the text, as whole words, whatever its case, spaces and emphasis', () => {
  const { names, namesDropped } = ground({
    entities: [entity('Tide mill', 'place'), entity('Ruth Hallam', 'person'), entity('oa'), entity('Hallam and Sons')],
  });
  assert.deepEqual(
    names.map(({ name, label, type, spans }) => [
      name,
      label,
      type,
      spans.map(({ start, end }) => TEXT.slice(start, end)),
    ]),
    [
      ['tide mill', 'Tide Mill', 'place', ['Tide Mill']],
      ['ruth hallam', 'Ruth Hallam', 'person', ['Ruth Hallam', 'Ruth  Hallam']],
    ],
  );
  assert.equal(namesDropped, 2);
});

test('pronouns, dates and the empty name are no entities', () => {
  assert.deepEqual(ground({ entities: ['It', 'May 1804', '', '...'].map((name) => entity(name)) }), {
    names: [],
    facts: [],
    namesDropped: 4,
    factsDropped: 0,
  });
});

test('a fact has a place in the text with both names, or it is dropped', () => {
  const { names, facts, factsDropped } = ground({
    entities: [entity('Ruth Hallam', 'person')],
    relations: [
      relation('Tide Mill', 'Was built  by', 'Ruth Hallam', 'the Tide Mill was built by Ruth Hallam'),
      // A quotation in other marks, with a full stop that is not there.
      relation('Ruth Hallam', 'has a yard in', 'Sallow Quay', "“Ruth Hallam's yard lies in Sallow Quay.”"),
      // Not said there.
      relation('Ruth Hallam', 'lives in', 'Sallow Quay', 'Ruth Hallam lives in Sallow Quay'),
      // Said, without one of the names.
      relation('Ruth Hallam', 'cuts', 'oak', 'It cuts oak'),
      relation('It', 'cuts', 'oak', 'It cuts oak'),
      relation('Ruth Hallam', '', 'Sallow Quay', 'Ruth Hallam’s yard lies in Sallow Quay'),
      relation('Ruth Hallam', 'is', 'ruth hallam', 'Ruth Hallam'),
    ],
  });
  assert.deepEqual(
    facts.map(({ subject, predicate, object, start, end }) => [subject, predicate, object, TEXT.slice(start, end)]),
    [
      ['tide mill', 'was built by', 'ruth hallam', 'The **Tide Mill** was built by Ruth Hallam'],
      ['ruth hallam', 'has a yard in', 'sallow quay', 'Ruth  Hallam’s yard lies in Sallow Quay'],
    ],
  );
  assert.equal(factsDropped, 5);
  // The ends of a fact are names of the graph, with the type that the model gave.
  assert.deepEqual(
    names.map(({ name, type }) => [name, type]),
    [
      ['ruth hallam', 'person'],
      ['tide mill', null],
      ['sallow quay', null],
    ],
  );
});

test('text in a script without spaces is found within longer runs', () => {
  const text = '東京大学は日本の大学である。';
  const graph = {
    entities: [],
    relations: [relation('東京大学', '所在', '日本', '東京大学は日本の大学')],
  };
  assert.equal(groundGraph(text, 'en', graph).facts.length, 1);
});

test('names, facts and places are limited in number', () => {
  const names = Array.from({ length: 300 }, (_, index) => `Name${index}x`);
  const said = names.slice(1).map((name) => ({ name, quote: `Name0x is before ${name}.` }));
  const text = `${said.map(({ quote }) => quote).join(' ')} ${'Ada '.repeat(100)}`;
  const relations = said.map(({ name, quote }) => relation('Name0x', 'is before', name, quote));
  const graph = { entities: [entity('Ada'), ...names.map((name) => entity(name))], relations };
  const { names: found, facts, namesDropped, factsDropped } = groundGraph(text, 'en', graph);
  assert.deepEqual([found.length, found[0]?.spans.length, namesDropped], [200, 32, 101]);
  assert.deepEqual([facts.length, factsDropped], [100, 199]);
});

test('hostile text is read in linear time', async () => {
  for (const [name, make] of some(Object.entries(HOSTILE_TEXTS), 'graphs')) {
    const piece = make(3);
    const graph = { entities: [entity(piece)], relations: [relation(piece, 'is', 'a', make(100).slice(0, 999))] };
    await assertLinear(name, (repeats) => groundGraph(make(repeats), 'en', graph));
  }
});
