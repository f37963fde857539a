import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutDocument, describeChunk } from '../../../../activities/knowledge/processes/cut-document.ts';
import { readChunks } from '../../../../activities/knowledge/processes/read-chunks.ts';
import { DEFAULT_CHUNK_RULES } from '../../../../engines/text/options.ts';

/** Names and facts of a document of one chunk, by both phases: its title is what the first one kept. */
function namesOf(label: string, markdown: string, known: readonly string[] = []) {
  const [chunk] = cutDocument(markdown, { title: label, pageSpans: [], structured: false }, DEFAULT_CHUNK_RULES).chunks;
  assert.ok(chunk);
  const { titleMentions } = describeChunk(chunk, 'en');
  const title = titleMentions.find(({ role }) => role === 2)?.label ?? '';
  const unread = { ...chunk, id: 1n, title, recordType: null, language: 'en' } as const;
  const titles = new Map([...known, ...titleMentions.map(({ name }) => name)].map((name) => [name, 'open'] as const));
  const [read] = readChunks([{ ...unread, audience: null, written: null, dayFirst: null, extracted: null }], titles);
  assert.ok(read);
  const names = [...titleMentions, ...read.mentions].map(({ name }) => name);
  return { names, facts: read.facts.map(({ subject, object }) => `${subject} > ${object}`) };
}

const BODY = 'Alpha Corp owns Beta Mill. Alpha Corp is based in Norwich. Ruth Hallam is the mayor of Norwich.';

test('no title hides the first name of a text, or its facts', () => {
  const { facts } = namesOf('Annual report', BODY);
  assert.equal(facts.length, 3);
  for (const [label, markdown] of [
    ['A', BODY],
    ['§ 2', BODY],
    ['—', BODY],
    ['Notes', `# 1\n\n${BODY}`],
    ['Notes', `# 日\n\n${BODY}`],
    ['', BODY],
  ] as const) {
    const read = namesOf(label, markdown);
    assert.ok(read.names.includes('alpha corp'), `${label} ${markdown}`);
    assert.deepEqual(read.facts, facts);
  }
});

test('a name that only other titles tell is mentioned where the text has no name of its own', () => {
  for (const label of ['', '§ 2']) {
    const { names } = namesOf(label, 'Here the old tide mill turns.', ['tide mill']);
    assert.deepEqual(names, ['tide mill']);
  }
});
