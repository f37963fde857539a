import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { statedFacts } from '../../../../engines/knowledge/facts/stated-facts.ts';
import type { StatedFact } from '../../../../engines/knowledge/facts/stated-facts.ts';
import { chunkNames } from '../../../../engines/knowledge/names/chunk-names.ts';
import { runs } from '../../../support/depth.ts';

function read(text: string, title = ''): StatedFact[] {
  return statedFacts(
    text,
    'en',
    chunkNames({ title, text, language: 'en' }, () => false),
  );
}

const facts = (text: string, title = ''): string[] =>
  read(text, title).map(({ subject, predicate, object }) => `${subject} | ${predicate} | ${object}`);

test('a subject, a verb phrase and a whole name form a fact', () => {
  assert.deepEqual(facts('Owls Head is a town in Knox County.'), ['owls head | is a town in | knox county']);
  assert.deepEqual(facts('The Beatles moved to Hamburg in 1960.'), ['beatles | moved to | hamburg']);
});

test('an aside after the subject is ignored', () => {
  assert.deepEqual(facts('Peter Smith (born 1936), a banker from Ohio, joined Toto in 1990.'), [
    'peter smith | joined | toto',
  ]);
});

test('a name that describes a noun belongs to the predicate', () => {
  assert.deepEqual(facts('Dirty Weekend is a British film directed by Michael Winner.'), [
    'dirty weekend | is a British film directed by | michael winner',
  ]);
});

test('a name in quotation marks is a subject, other speech is not', () => {
  assert.deepEqual(facts('"Dirty Weekend" was directed by Michael Winner.'), [
    'dirty weekend | was directed by | michael winner',
  ]);
  assert.deepEqual(
    facts('"Michael Winner later moved to London, where he made films for many more years", she said.'),
    [],
  );
});

test('of a list, each name is an object', () => {
  const found = facts('Pirate Cove was designed by Paul Randles, Daniel Stahl and Maria Meyer.');
  assert.deepEqual(found, [
    'pirate cove | was designed by | paul randles',
    'pirate cove | was designed by | daniel stahl',
    'pirate cove | was designed by | maria meyer',
  ]);
});

test('a clause after the object is not a list', () => {
  assert.deepEqual(facts('Paul Randles moved to Leeds and joined Toto.'), ['paul randles | moved to | leeds']);
});

test('a word that only opens its sentence is no subject', () => {
  assert.deepEqual(facts('Funding is another issue of the game in Africa.', 'Football'), []);
  assert.deepEqual(facts('Paris joined Toto. He met Paris.', 'Troy'), ['paris | joined | toto']);
});

test('what is denied is no fact', () => {
  assert.deepEqual(facts('Peter Smith had not played in Africa since 2009.'), []);
});

test('a name that goes on behind "on" is not cut', () => {
  assert.deepEqual(facts('Peter Smith signed the European Convention on Human Rights.'), []);
  assert.deepEqual(facts('Peter Smith joined Toto on Monday.'), ['peter smith | joined | toto']);
});

test('a statement about several subjects together, or about alternatives, is not a fact', () => {
  assert.deepEqual(facts('Pirate Cove lies between Leeds and York.'), []);
  assert.deepEqual(facts('Pirate Cove lies at the junction of Park Road and Mill Road.'), []);
  assert.deepEqual(facts('Paul Randles moved to Leeds or York.'), []);
  assert.deepEqual(facts('Paul Randles moved to Leeds and the south of England.'), []);
});

test('an object that continues is incomplete', () => {
  assert.deepEqual(facts('Stephen Post met the Member of the Medical Examination (ME) Committee.'), []);
  assert.deepEqual(facts('Stephen Post bought the Boston-based firm.'), []);
  assert.deepEqual(facts("Stephen Post joined Obama's team."), []);
  assert.deepEqual(facts('Stephen Post said Obama left.'), []);
  assert.deepEqual(facts('Union Fair was run by the North Knox Agricultural and Horticultural Society.'), []);
});

test('a predicate includes what its object needs', () => {
  assert.deepEqual(facts('Kal Smith is Clark Kent.'), []);
  assert.deepEqual(facts('Dirty Weekend is the first EP.'), []);
  assert.deepEqual(facts('Transparency International named Obama as an example.'), []);
  const far = 'a big old red small wide tall dark cold wet good stone building';
  assert.deepEqual(facts(`Leeds Castle is ${far} in Kent.`), []);
});

test('an object without its beginning is incomplete', () => {
  assert.deepEqual(facts('Leeds Castle is accredited by the All India Council.'), []);
});

test('no fact has the same subject and object', () => {
  assert.deepEqual(facts('Leeds Castle resembles Leeds Castle.'), []);
});

test('a word that is not a name is no subject, nor is the first of several subjects', () => {
  assert.deepEqual(facts('Previously Feluda moved to Leeds.', 'Rome'), []);
  assert.deepEqual(facts('Anna Lee, Maria Meyer and others, it seems, moved to Leeds.'), []);
});

test('a subject inside a longer phrase, or in a question, does not count', () => {
  assert.deepEqual(facts('The brother of Stephen Post moved to Leeds.'), []);
  assert.deepEqual(facts('After Stephen Post, the office moved to Leeds.'), []);
  assert.deepEqual(facts('Stephen Post moved to Leeds?'), []);
});

test('a pronoun stands for the previous subject if the two agree', () => {
  const life = 'Jeff Porcaro (April 1, 1954 – August 5, 1992) was a drummer.';
  assert.deepEqual(facts(`${life} He played with Steely Dan.`), ['jeff porcaro | played with | steely dan']);
  assert.deepEqual(facts(`${life} It was recorded in London.`), []);
  assert.deepEqual(facts(`${life} They moved to London.`), []);
  assert.deepEqual(facts(`${life} The band was new. He played with Steely Dan.`), []);
  assert.deepEqual(facts('Jeff Porcaro (born 1954) was known. He moved to Leeds.'), [
    'jeff porcaro | moved to | leeds',
  ]);
  assert.deepEqual(facts('Jeff Porcaro was a drummer. He moved to Leeds.'), ['jeff porcaro | moved to | leeds']);
  assert.deepEqual(facts('The Beatles were new. They moved to Leeds.'), ['beatles | moved to | leeds']);
  assert.deepEqual(facts('Owls Head is old. It lies in Knox County.'), ['owls head | lies in | knox county']);
  assert.deepEqual(facts('Owls Head is old. It was said in Leeds that Knox County won.'), []);
});

test('a pronoun does not stand for a title', () => {
  assert.deepEqual(facts('Many drummers are known. He played with Steely Dan.', 'List of drummers'), []);
});

test('a last name identifies its owner as a subject, but is not a name as an object', () => {
  const text = 'John Garfield was elected. Garfield moved to Ohio. Anna Kent is old. Anna Kent met Garfield.';
  assert.deepEqual(facts(text), ['john garfield | moved to | ohio']);
});

test('spans select the text of their fact', () => {
  const text = '# Film\n\n**Dirty Weekend** was\n*directed* by [Michael Winner](http://a.example/x). It stars Ann Lee.';
  const [first, second] = read(text);
  const slices = (fact: StatedFact | undefined): string[] =>
    fact ? Object.values(fact.spans).map(({ start, end }) => text.slice(start, end)) : [];
  assert.deepEqual(slices(first), ['Dirty Weekend', 'was\n*directed* by', 'Michael Winner']);
  assert.equal(first?.predicate, 'was directed by');
  assert.deepEqual(slices(second), ['It', 'stars', 'Ann Lee']);
  assert.equal(second?.subject, 'dirty weekend');
});

test('headings, tables and code state no facts; list items do', () => {
  assert.deepEqual(facts('# Leeds Castle is in Kent'), []);
  assert.deepEqual(facts('| Leeds Castle is in Kent |'), []);
  assert.deepEqual(facts('```\nLeeds Castle is in Kent\n```'), []);
  assert.deepEqual(facts('1. Leeds Castle lies in Kent'), ['leeds castle | lies in | kent']);
});

test('only English text has facts', () => {
  const text = 'Owls Head is a town in Knox County.';
  assert.deepEqual(
    statedFacts(
      text,
      'de',
      chunkNames({ title: '', text, language: 'de' }, () => false),
    ),
    [],
  );
});

test('facts of any text connect names of the chunk, with spans in order', () => {
  const pieces = fc.constantFrom(
    'Leeds',
    'John Smith',
    'He',
    'It',
    'is',
    'was born in',
    'and',
    ',',
    '.',
    '(',
    ')',
    '"',
    'the',
    'of',
    'moved to',
    'York',
    'city',
    'American',
    "'s",
    '\n',
    '- ',
    '**',
    '](',
    '1990',
    'between',
    'Anna Lee',
    '| ',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (words) => {
      const text = words.join(' ');
      const names = chunkNames({ title: '', text, language: 'en' }, () => false);
      const known = new Set(names.map(({ name }) => name));
      for (const { subject, predicate, object, spans } of statedFacts(text, 'en', names)) {
        assert.ok(known.has(subject) && known.has(object) && subject !== object);
        assert.ok(spans.subject.end <= spans.predicate.start && spans.predicate.end <= spans.object.start);
        const { start, end } = spans.predicate;
        assert.equal(predicate, text.slice(start, end).replace(/[*\s]+/g, ' '));
      }
    }),
    runs(),
  );
});

test('a verb that the tagger takes for a noun is one where the sentence has no other', () => {
  const text = 'Carrow Yard supplies elm to the Tide Mill Trust.';
  assert.deepEqual(facts(text), ['carrow yard | supplies elm to | tide mill trust']);
  assert.deepEqual(facts('Carrow Yard supplies of elm to the Tide Mill Trust.'), []);
});

test('a time before the subject is skipped', () => {
  assert.deepEqual(facts('Since 2019, Dora Pell is the mayor of Osby.'), ['dora pell | is the mayor of | osby']);
  assert.deepEqual(facts('In 2016 Jon Rask became mayor of Osby.'), ['jon rask | became mayor of | osby']);
  assert.deepEqual(facts('In the 1990s the Beatles moved to Leeds.'), ['beatles | moved to | leeds']);
  assert.deepEqual(facts('Jon Rask is a painter. Last year he joined Toto.'), ['jon rask | joined | toto']);
  assert.deepEqual(facts('In 2016 sales of Acme Works rose in Leeds.'), []);
  assert.deepEqual(facts('In 2016, while Jon Rask was mayor of Osby, Ida Moll left Toto.'), []);
  assert.deepEqual(facts('The 2024 Summer Olympics were held in Leeds.'), [
    '2024 summer olympics | were held in | leeds',
  ]);
});
