import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WORDS_OF_ONE, conflictsIn, mayConflict, relationOf } from '../../../../engines/knowledge/time/conflicts.ts';
import type { Claim } from '../../../../engines/knowledge/time/conflicts.ts';
import { dayOf, years } from '../../../../engines/knowledge/time/period.ts';

const OPEN = { from: null, to: null };
const claim = (subject: string, predicate: string, object: string, more: Partial<Claim> = {}): Claim => ({
  fact: '1',
  subject,
  predicate,
  object,
  chunk: `${subject} ${object}`,
  documentId: 'd',
  extractor: 'rules',
  valid: OPEN,
  written: null,
  ...more,
});

const shown = (...claims: readonly Claim[]): string[] =>
  conflictsIn(claims).map(({ about, relation, claims: found }) =>
    [about, relation, ...found.map(({ subject, object }) => (subject === about ? object : subject))].join(' | '),
  );

test('two holders of one office at a time are a conflict, the newest first', () => {
  const ada = claim('ada', 'was appointed the mayor of', 'quay', { valid: { from: 100, to: 300 } });
  const ben = claim('ben', 'is mayor of', 'quay', { valid: { from: 200, to: null } });
  assert.deepEqual(shown(ada, ben), ['quay | mayor of | ben | ada']);
  assert.deepEqual(shown(ada, { ...ben, valid: { from: 301, to: null } }), []);
  assert.deepEqual(shown(ada, { ...ben, valid: OPEN, written: 50 }), ['quay | mayor of | ada | ben']);
});

test('one subject has one place of birth, and several friends', () => {
  assert.deepEqual(shown(claim('ada', 'was born in', 'york'), claim('ada', 'was born in', 'leeds')), [
    'ada | born in | york | leeds',
  ]);
  assert.deepEqual(shown(claim('ada', 'met', 'ben'), claim('ada', 'met', 'eve')), []);
  assert.deepEqual(shown(claim('ada', 'was born in', 'york'), claim('ada', 'was born in', 'york', { chunk: '2' })), []);
});

test('columns of two records of one name conflict, the values of one record do not', () => {
  const record = { extractor: 'record' };
  const [leeds, york] = [claim('mill', 'town', 'leeds', record), claim('mill', 'town', 'york', record)];
  assert.deepEqual(shown(leeds, york), ['mill | town | leeds | york']);
  assert.deepEqual(shown({ ...leeds, chunk: '1' }, { ...york, chunk: '1' }), []);
});

test(
  'values of one passage that follow one another are no list, also if one year is the end of one and the ' +
    'beginning of the next',
  () => {
    const mayor = (name: string, from: number, to: number, chunk: string) =>
      claim(name, 'was mayor of', 'quay', { valid: years(from, to), chunk });
    const [moll, lund] = [mayor('moll', 2006, 2014, '1'), mayor('lund', 2014, 2019, '1')];
    const voss = mayor('voss', 2016, 2018, '2');
    assert.deepEqual(shown(moll, lund, voss), ['quay | mayor of | voss | lund']);
    assert.deepEqual(shown(moll, { ...lund, chunk: '2' }), []);
    assert.deepEqual(shown(moll, mayor('lund', 2013, 2019, '1'), voss), [], 'a list');
    assert.deepEqual(shown(moll, mayor('lund', 2013, 2019, '2')), ['quay | mayor of | lund | moll']);
    const spring = { ...moll, valid: { from: dayOf(2006, 1, 1), to: dayOf(2014, 3, 5) } };
    assert.deepEqual(shown(spring, { ...lund, chunk: '2' }), ['quay | mayor of | lund | moll']);
    assert.deepEqual(shown({ ...moll, valid: years(2014) }, { ...lund, chunk: '2' }), [
      'quay | mayor of | moll | lund',
    ]);
  },
);

test('nobody is born or dies twice, whatever the years, which are no part of the relation', () => {
  const [paris, london] = [
    claim('greta', 'died in', 'paris', { valid: years(1951) }),
    claim('greta', 'died in 1955 in', 'london', { valid: years(1955) }),
  ];
  assert.deepEqual(shown(paris, london), ['greta | died in | london | paris']);
  assert.deepEqual(shown({ ...paris, chunk: '1' }, { ...london, chunk: '1' }), []);
  assert.deepEqual(
    shown(
      claim('acme', 'was based in', 'york', { valid: years(1951) }),
      claim('acme', 'is based in', 'leeds', { valid: years(1955) }),
    ),
    [],
  );
  for (const [predicate, relation] of [
    ['was born on 3 March 1955 in', 'born in'],
    ['was from 2010 to 2014 the mayor of', 'mayor of'],
    ['was since May 2010 led by', 'led by'],
    ['is based in district 9 of', 'based in district 9 of'],
  ] as const)
    assert.equal(relationOf(predicate), relation);
});

test('what is said in other words, or turned around, is one relation; what was is another one', () => {
  const hotel = [
    claim('ove', 'owns', 'hotel'),
    claim('hotel', 'is owned by', 'lars'),
    claim('hotel', 'belongs to', 'ida'),
    claim('hotel', 'owner', 'nils', { extractor: 'record' }),
  ];
  assert.deepEqual(shown(...hotel), ['hotel | owned by | ove | lars | ida | nils']);
  assert.deepEqual(shown(claim('ove', 'owns', 'hotel'), claim('hotel', 'is owned by', 'ove')), []);
  assert.deepEqual(shown(claim('ove', 'owns', 'hotel'), claim('lars', 'owned', 'hotel')), []);
  assert.deepEqual(shown(claim('ove', 'owns', 'hotel'), claim('ove', 'is owned by', 'fund')), []);
  assert.deepEqual(
    shown(claim('ove', 'owns', 'hotel', { extractor: 'record' }), claim('ove', 'is owned by', 'fund')),
    [],
  );
  assert.deepEqual(shown(claim('ada', 'leads', 'mill'), claim('ben', 'is the leader of', 'mill')), [
    'mill | led by | ada | ben',
  ]);
});

test('of one thing at most 50 statements are compared', () => {
  const towns = Array.from({ length: 60 }, (_, at) => claim('ada', 'was born in', `town ${at}`));
  assert.deepEqual(
    conflictsIn(towns).map(({ claims }) => claims.length),
    [50],
  );
});

test('what two predicates share is their relation', () => {
  for (const predicate of ['is the mayor of', 'became mayor of', 'has been elected the new mayor of'])
    assert.equal(relationOf(predicate), 'mayor of');
});

test('each predicate of which there is one at a time has one of the words by which statements are found', () => {
  const predicates = [
    'is the leader of',
    'is headquartered in',
    'was appointed the prime minister of',
    'is the chairwoman of',
  ];
  for (const predicate of [...predicates, 'became the executive officer of', 'belongs to', 'married to', 'manages']) {
    assert.ok(mayConflict(claim('ada', predicate, 'mill')), predicate);
    assert.ok(
      WORDS_OF_ONE.some((word) => predicate.includes(word)),
      predicate,
    );
  }
  assert.ok(!mayConflict(claim('ada', 'visited', 'mill')));
});
