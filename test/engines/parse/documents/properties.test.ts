import assert from 'node:assert/strict';
import { test } from 'node:test';
import { propertiesOf } from '../../../../engines/parse/documents/properties.ts';

test('of values with one name the first that is not empty counts', () => {
  assert.deepEqual(
    propertiesOf([
      ['subject', ' '],
      ['subject', 'Tides\n of  spring'],
      ['subject', 'Ebb'],
      ['category', null],
    ]),
    { subject: 'Tides of spring' },
  );
});

test('values, names and their number have limits', () => {
  const long = 'tide '.repeat(1000);
  const [[name, value] = ['', '']] = Object.entries(propertiesOf([[long, long]]));
  assert.deepEqual([name.length, value.length], [100, 1000]);
  const many = Array.from({ length: 5000 }, (_, at) => [`p${at}`, 'x'] as const);
  assert.equal(Object.keys(propertiesOf(many)).length, 200);
});

test('a name can be any word', () => {
  const properties = propertiesOf([['__proto__', 'Tides']]);
  assert.deepEqual(Object.entries(properties), [['__proto__', 'Tides']]);
});
