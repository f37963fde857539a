import assert from 'node:assert/strict';
import { test } from 'node:test';
import { WORDS_OF_ONE, conflictsIn, mayConflict, relationOf } from '../../../../engines/knowledge/time/conflicts.ts';
import type { Claim } from '../../../../engines/knowledge/time/conflicts.ts';

const OPEN = { from: null, to: null };
const claim = (subject: string, predicate: string, object: string, more: Partial<Claim> = {}): Claim => ({
  ...{ fact: '1', subject, predicate, object, chunk: `${subject} ${object}`, documentId: 'd', extractor: 'rules' },
  ...{ valid: OPEN, written: null },
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
