import assert from 'node:assert/strict';
import { test } from 'node:test';
import { headerSecretFor } from '../../../domain/parse/secrets.ts';

test('a secret goes to the origins that its words name, and nowhere else', () => {
  const words = ['https://wiki.example.com', 'http://127.0.0.1:8080/path', 'value', 'older'];
  const allowed = ['https://wiki.example.com', 'http://127.0.0.1:8080'];
  for (const origin of allowed) assert.equal(headerSecretFor(words, origin), 'value', origin);
  const others = ['http://wiki.example.com', 'https://wiki.example.com:444', 'https://wiki.example.com.evil.test'];
  for (const origin of [...others, 'https://example.com']) assert.equal(headerSecretFor(words, origin), null, origin);
  assert.equal(headerSecretFor(['value'], 'https://wiki.example.com'), null, 'it names no origin');
  assert.equal(headerSecretFor(['https://wiki.example.com'], 'https://wiki.example.com'), null, 'it has no value');
});
