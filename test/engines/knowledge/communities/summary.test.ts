import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { summarize } from '../../../../engines/knowledge/communities/summary.ts';
import type { MemberPassage } from '../../../../engines/knowledge/communities/summary.ts';
import { assertLinear } from '../../../support/linear.ts';

/** A passage that mentions these names wherever it has them; their order is their rank. */
function passage(chunk: string, body: string, names: readonly string[]): MemberPassage {
  const mentions = names.flatMap((name, rank) =>
    [...body.matchAll(new RegExp(name, 'g'))].map(({ index }) => ({ rank, start: index, end: index + name.length })),
  );
  return { chunk, body, mentions };
}

const NAMES = ['Eling', 'Ruth Hallam', 'Sallow Quay'];

function textsOf(passages: readonly MemberPassage[]): string[] {
  return summarize(passages).map(({ chunk, start, end }) => {
    return passages.find((one) => one.chunk === chunk)?.body.slice(start, end) ?? '';
  });
}

describe('the summary of a community', () => {
  it('begins with the sentence that connects its central members, then adds what is new', () => {
    const body =
      'It rained all day and nobody came to see the wheels turn. Ruth Hallam bought the mill in Eling last year. ' +
      'The boat yard at Sallow Quay cuts elm and oak for it. Ruth Hallam was there again in the early spring.';
    assert.deepEqual(textsOf([passage('1', body, NAMES)]).slice(0, 2), [
      'Ruth Hallam bought the mill in Eling last year.',
      'The boat yard at Sallow Quay cuts elm and oak for it.',
    ]);
  });

  it('takes each sentence from its passage, and has none that mentions no member', () => {
    const passages = [
      passage('1', 'Nothing is said about anybody in this sentence, which is long enough.', NAMES),
      passage('2', 'The tide mill of Eling has been turning since the tenth century.', NAMES),
    ];
    assert.deepEqual(summarize(passages), [{ chunk: '2', start: 0, end: 64 }]);
    assert.deepEqual(summarize([]), []);
  });

  it('says a sentence once, and has no headings and lists', () => {
    const sentence = 'A sentence about Eling that is long enough to be one. ';
    assert.equal(textsOf([passage('1', sentence.repeat(20), NAMES)]).length, 1);
    assert.deepEqual(textsOf([passage('1', 'Eling.\n\nIn Eling.', NAMES)]), []);
    assert.deepEqual(textsOf([passage('1', `Eling has${' a mill, a yard and a quay,'.repeat(20)} too.`, NAMES)]), []);
  });

  it('has at most five sentences, however much there is to say', () => {
    const towns = ['Ashton', 'Bodmin', 'Camber', 'Dorset', 'Exeter', 'Falmer', 'Girton'];
    const body = towns.map((town) => `The council of ${town} has bought a share of the mill.`).join(' ');
    assert.equal(textsOf([passage('1', body, towns)]).length, 5);
  });

  it('takes the shorter of two sentences about the same members', () => {
    const short = 'Ruth Hallam bought the tide mill in Eling.';
    const body = `Ruth Hallam, after long thought and much talk with all of her friends, came back to Eling. ${short}`;
    assert.equal(textsOf([passage('1', body, NAMES)])[0], short);
  });

  it('does not count a mention that goes on beyond its sentence', () => {
    const body = 'The old mill stands by the water at Eling. Ruth Hallam bought it in the spring of that year.';
    const start = body.indexOf('Eling');
    assert.deepEqual(summarize([{ chunk: '1', body, mentions: [{ rank: 0, start, end: start + 12 }] }]), []);
  });

  it('leaves out what says little beside its first sentence', () => {
    const far = 'The boat yard cuts elm and oak for the old mill of Marchwood.';
    const about = (rank: number): string[] => {
      const mentions = [{ rank, start: far.indexOf('Marchwood'), end: far.indexOf('Marchwood') + 'Marchwood'.length }];
      return textsOf([
        passage('1', 'Ruth Hallam bought the tide mill in Eling last year.', NAMES),
        { chunk: '2', body: far, mentions },
      ]);
    };
    assert.equal(about(9).length, 2);
    assert.equal(about(99).length, 1);
  });

  it('takes time linear in the passages', async () => {
    await assertLinear('summary', (repeats) => {
      const body = 'Ruth Hallam bought a part of the old mill in Eling. '.repeat(repeats / 8);
      summarize([passage('1', body, NAMES)]);
    });
  });
});
