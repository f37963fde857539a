/** Nothing is lost in silence: what stands at a place of a file comes out, or a warning counts it. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WARNINGS } from '../../../../engines/parse/documents/warnings.ts';
import type { ParsedDocument } from '../../../../engines/parse/documents/types.ts';
import { DESTINATIONS, OMITTED } from '../../../../engines/parse/markdown_converter/rtf/control-words.ts';
import { PAGE_HEADS } from '../../../../engines/parse/markdown_converter/rtf/page-heads.ts';
import { DOCUMENT_TYPES } from '../../../../engines/parse/markdown_converter/media-types.ts';
import { DEFAULT_PARSE_OPTIONS, type ParseOptions } from '../../../../engines/parse/options.ts';
import { parse } from '../../../support/documents/parse.ts';
import { FORMATS } from './formats.ts';
import { MARKER, type Decision } from './place.ts';
import { RICH_TEXT } from './rtf.ts';

type Read = (options?: Partial<ParseOptions>) => Promise<ParsedDocument>;

const has = ({ markdown, title, authors, properties }: ParsedDocument): boolean =>
  [markdown, title, ...authors, ...Object.values(properties)].some((text) => text?.includes(MARKER));

async function assertLeftOut(read: Read, options: Partial<ParseOptions> = {}): Promise<ParsedDocument> {
  const document = await read(options);
  assert.ok(!has(document), `It is in the document: ${document.markdown}`);
  return document;
}

/** The message says how many there are, or names each. */
function assertCounted({ warnings }: ParsedDocument, code: string): void {
  const messages = warnings.filter((warning) => warning.code === code).map(({ message }) => message);
  const counts = code.startsWith('nested_') ? messages.length > 0 : messages.some((message) => /\d|: \S/.test(message));
  assert.ok(counts, `No warning ${code} counts it: ${JSON.stringify(warnings)}`);
}

async function check(decision: Decision, read: Read): Promise<void> {
  switch (decision.kind) {
    case 'out':
      assert.ok(has(await read()), `It is not in the document: ${(await read()).markdown}`);
      if (decision.unless !== undefined) await assertLeftOut(read, decision.unless);
      break;
    case 'chosen': {
      const document = await assertLeftOut(read);
      if (decision.otherwise !== undefined) assertCounted(document, decision.otherwise);
      const chosen = await read(decision.by);
      assert.ok(has(chosen), `The option does not bring it: ${chosen.markdown}`);
      break;
    }
    case 'warned':
      assertCounted(await assertLeftOut(read), decision.code);
      break;
    case 'none':
      await assertLeftOut(read);
      break;
  }
}

for (const { name: format, mediaTypes, places } of FORMATS) {
  describe(format, () => {
    for (const [name, decision, file] of places) {
      test(`${name}: ${decision.kind}`, async () => {
        const read: Read = (options = {}) =>
          parse(file, { mediaType: mediaTypes[0], options: { ...DEFAULT_PARSE_OPTIONS, ...options } });
        await check(decision, read);
      });
    }
  });
}

describe('the lists', () => {
  const decisions = FORMATS.flatMap(({ places }) => places.map(([, decision]) => decision));

  test('are for every format that is read', () => {
    const listed = FORMATS.flatMap(({ mediaTypes }) => mediaTypes);
    assert.deepEqual(listed.toSorted(), DOCUMENT_TYPES.toSorted());
  });

  test('name a place once', () => {
    for (const { name, places } of FORMATS) {
      assert.equal(new Set(places.map(([place]) => place)).size, places.length, name);
    }
  });

  test('have a file for each control word of RTF that is read apart from the text, or counted', () => {
    const written = RICH_TEXT.places.map(([, , file]) => file.toString()).join('\n');
    const words = [...DESTINATIONS.keys(), ...OMITTED.keys(), ...PAGE_HEADS.keys()];
    assert.deepEqual(
      words.filter((word) => !new RegExp(`\\\\${word}(?![a-z])`, 'i').test(written)),
      [],
    );
  });

  test('have a place for each warning that counts what is left out', () => {
    const named = new Set(
      decisions.map((decision) =>
        decision.kind === 'warned' ? decision.code : decision.kind === 'chosen' ? decision.otherwise : undefined,
      ),
    );
    const counting = Object.keys(WARNINGS).filter((code) => /_(?:omitted|ignored)$/.test(code) && !BY_SIZE.has(code));
    assert.deepEqual(
      counting.filter((code) => !named.has(code as keyof typeof WARNINGS)),
      [],
    );
  });
});

/** Beyond a limit, of sites, or of what repeats: tests of these have larger files. */
const BY_SIZE = new Set([
  'heads_omitted',
  'pages_omitted',
  'images_omitted',
  'files_omitted',
  'macros_omitted',
  'tables_omitted',
  'links_omitted',
]);
