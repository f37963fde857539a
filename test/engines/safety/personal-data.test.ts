import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isIban, isLuhn } from '../../../engines/safety/checksums.ts';
import { findPersonalData } from '../../../engines/safety/personal-data.ts';
import { assertLinear, assertLinearInText } from '../../support/linear.ts';

/** What is found, as written. */
const found = (text: string): string[] =>
  findPersonalData(text).map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`);

test('checksums', () => {
  assert.ok(isLuhn('4111111111111111'));
  assert.ok(!isLuhn('4111111111111112'));
  assert.ok(isIban('GB82WEST12345698765432'));
  assert.ok(!isIban('GB82WEST12345698765431'));
});

test('each kind is found with its span', () => {
  assert.deepEqual(found('Write to jo.doe+x@mail.example.org.'), ['email_address jo.doe+x@mail.example.org']);
  assert.deepEqual(found('Card 4111 1111 1111 1111, thanks'), ['payment_card 4111 1111 1111 1111']);
  assert.deepEqual(found('IBAN GB82 WEST 1234 5698 7654 32 at the bank'), ['iban GB82 WEST 1234 5698 7654 32']);
  assert.deepEqual(found('SSN 078-05-1120'), ['us_ssn 078-05-1120']);
  assert.deepEqual(found('from 203.0.113.9.'), ['ip_address 203.0.113.9']);
  assert.deepEqual(found('from 2001:db8::1 today'), ['ip_address 2001:db8::1']);
  assert.deepEqual(found('Call +44 20 7946 0958 or (212) 555-0123 x12'), [
    'phone_number +44 20 7946 0958',
    'phone_number (212) 555-0123',
  ]);
  assert.deepEqual(found('phone: 5403926876'), ['phone_number 5403926876']);
  assert.deepEqual(found(`key ghp_${'a1B2'.repeat(9)} end`), [`secret ghp_${'a1B2'.repeat(9)}`]);
  assert.deepEqual(found('password: hunter2hunter2'), ['secret password: hunter2hunter2']);
});

test('what only looks alike is not found', () => {
  for (const text of [
    'Built in 1418, restored 1975-1980, open 10:30-16:45 on 2024-04-16.',
    'It cost 1,234,567.89 or 12 345 678 in all.',
    'Card 4111 1111 1111 1112 and account GB82 WEST 1234 5698 7654 31.',
    'Version 1.2.3 of 999.1.1.1 at 127.0.0.1, lines 17031 2202.',
    'My licence number is 6940579; order 5403926876.',
    'See @home and a@b; the password is required.',
  ])
    assert.deepEqual(found(text), [], text);
});

test('only the kinds that are asked for are reported, and another kind does not claim their spans', () => {
  const text = 'Card 4111 1111 1111 1111 of jo@example.org';
  assert.deepEqual(
    findPersonalData(text, ['email_address']).map(({ kind }) => kind),
    ['email_address'],
  );
  assert.deepEqual(findPersonalData(text, ['phone_number']), []);
});

test('hostile texts are searched in linear time', async () => {
  const more = { digits: '1 2', local: 'a.b', marks: 'eyJaaaaaaaa.', keys: 'password', ibans: 'GB82', colons: 'a:' };
  for (const [name, piece] of Object.entries(more)) await assertLinear(name, (n) => findPersonalData(piece.repeat(n)));
  await assertLinearInText('personal data', (text) => findPersonalData(text));
});
