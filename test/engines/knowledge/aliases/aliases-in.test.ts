import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aliasesIn } from '../../../../engines/knowledge/aliases/aliases-in.ts';
import type { AliasRule } from '../../../../engines/knowledge/options.ts';
import { chunkNames } from '../../../../engines/knowledge/names/chunk-names.ts';
import { assertLinear, assertLinearInText } from '../../../support/linear.ts';

function shown(text: string, title = ''): string[] {
  const names = chunkNames({ title, text, language: 'en' }, () => false);
  return aliasesIn(text, names).map(({ alias, name, rule }) => `${rule}: ${alias} = ${name}`);
}

/** By the rules for text; those for records have tests of their own. */
const ALIASES: Readonly<Record<Exclude<AliasRule, 'record_key'>, Readonly<Record<string, string>>>> = {
  abbreviation: {
    'The International Business Machines (IBM) opened it.': 'ibm = international business machines',
    'It was the WIPO (World Intellectual Property Organization) that said so.':
      'wipo = world intellectual property organization',
    'The University of the District of Columbia (UDC; in Washington) grew.':
      'udc = university of the district of columbia',
    'He scouted for the Tampa Bay Bells of the National Football League (NFL).': 'nfl = national football league',
    'They won the Eastern Division and the National League (NL).': 'nl = national league',
    'The "Oxford English Dictionary" ("OED") lists it.': 'oed = oxford english dictionary',
  },
  other_name: {
    'Samuel Clemens (November 30, 1835 – April 21, 1910), better known by his pen name Mark Twain, wrote it.':
      'mark twain = samuel clemens',
    'Kraus House, also known as the Frank Lloyd Wright House, was built.': 'frank lloyd wright house = kraus house',
    'They saw the Salt March (also called the Dandi March).': 'dandi march = salt march',
    'Durham Park is often called the “Bull Field”.': 'bull field = durham park',
  },
  former_name: {
    'Kalandula Falls (formerly Braganza Falls) are high.': 'braganza falls = kalandula falls',
    'Orange County Airport, now known as John Wayne Airport, is near.': 'orange county airport = john wayne airport',
    'They flew to Calcutta (now Kolkata).': 'calcutta = kolkata',
  },
  legal_suffix: {
    'Air Niugini Limited flies there.': 'air niugini limited = air niugini',
    'It was sold to Little Mill Foods GmbH.': 'little mill foods gmbh = little mill foods',
    'Halvorsen Lines A/S flies there.': 'halvorsen lines a s = halvorsen lines',
  },
  initials: { 'It was J. R. R. Tolkien who wrote it.': 'j r r tolkien = j r r tolkien' },
  hyphen: { 'Then Spider-Man came.': 'spider man = spiderman' },
};

for (const [rule, texts] of Object.entries(ALIASES)) {
  for (const [text, pair] of Object.entries(texts)) {
    test(`${rule}: ${text}`, () => {
      assert.deepEqual(shown(text), [`${rule}: ${pair}`]);
    });
  }
}

const NO_ALIASES = [
  // What is in brackets is another thing.
  'The Oxford University Press (UK) printed it.',
  'The Northern Line (TFL) runs.',
  // A place beside what is meant.
  'It came to Czernowitz, Kingdom of Hungary (now Chernivtsi).',
  'He joined a band from Red Harbour, formerly called Rides Again.',
  'He played in the United Kingdom, also known as Falkland House.',
  // More than a name.
  'Kira Roessler (formerly Black Flag bassist) played.',
  'Warsaw Pact, formally known as the Treaty of Friendship, Co-operation and Help, was signed.',
  'Amanda and August (formerly Justin) married.',
  'Ruth Hallam (born May 1950), known as a writer, lived there.',
  // A single word with a legal form is as often another thing.
  'Time Inc sold it.',
];

for (const text of NO_ALIASES) {
  test(`no alias: ${text}`, () => {
    assert.deepEqual(shown(text), []);
  });
}

test('the evidence has both names', () => {
  const text = 'It is old. The Tide Mill at Eling (formerly Eling Mill) grinds.';
  const [alias] = aliasesIn(
    text,
    chunkNames({ title: 'The Tide Mill at Eling', text, language: 'en' }, (name) => name === 'tide mill at eling'),
  );
  assert.equal(text.slice(alias?.start, alias?.end), 'Tide Mill at Eling (formerly Eling Mill');
});

test('an alias is found once, at its first place', () => {
  const text = 'Air Niugini Limited flies. Air Niugini Limited lands.';
  const found = aliasesIn(
    text,
    chunkNames({ title: '', text, language: 'en' }, () => false),
  );
  assert.deepEqual(
    found.map(({ start }) => start),
    [0],
  );
});

const REPEATED = ['Mill Yard Hall (MYH', 'Ada Bell, also known as ', 'A. B. C. Dell-Ann Ltd ', 'Eling Mill (formerly '];

test('aliases are found in time linear in the text', async () => {
  for (const piece of REPEATED) await assertLinear(piece, (repeats) => shown(piece.repeat(repeats)));
  await assertLinearInText('aliases', (text) => shown(text));
});
