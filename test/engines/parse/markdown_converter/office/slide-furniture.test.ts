/** Text of layouts, and sections, on the slides of a presentation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEFAULT_PARSE_OPTIONS } from '../../../../../engines/parse/options.ts';
import { PPTX, markdownOf } from '../../../../support/documents/parse.ts';
import { line, makePptx, shape, type PptxParts, type Slide } from '../../../../support/documents/pptx.ts';

const slide = (words: string): Slide => ({ shapes: shape(line(words)) });
const LAYOUT = shape(line('Tide Office')) + shape(line('How to use this template'), { at: [2000, 0, 100, 100] });
const NAMESPACES =
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" ' +
  'xmlns:p14="http://schemas.microsoft.com/office/powerpoint/2010/main" ' +
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"';

/** Three slides, of which the last two are a section. */
const presentation =
  `<p:presentation ${NAMESPACES}><p:sldSz cx="9144000" cy="6858000"/><p:sldIdLst><p:sldId id="256" r:id="S1"/>` +
  '<p:sldId id="257" r:id="S2"/><p:sldId id="258" r:id="S3"/></p:sldIdLst><p:extLst><p:ext><p14:sectionLst>' +
  '<p14:section name="Ebb"><p14:sldIdLst><p14:sldId id="257"/><p14:sldId id="258"/></p14:sldIdLst></p14:section>' +
  '</p14:sectionLst></p:ext></p:extLst></p:presentation>';
const read = (parts: PptxParts, options = {}): Promise<string> =>
  markdownOf(makePptx(['One', 'Two', 'Three'].map(slide), parts), {
    mediaType: PPTX,
    options: { ...DEFAULT_PARSE_OPTIONS, ...options },
  });

test('text of the layout is written once, without what is beside the slide', async () => {
  const parts = {
    layout: LAYOUT,
    others: { 'ppt/presentation.xml': presentation.replace(/<p:extLst>.*/, '</p:presentation>') },
  };
  assert.equal(await read(parts), 'One\n\nTide Office\n\nTwo\n\nThree');
  assert.equal(
    await read(parts, { headers: 'keep' }),
    'One\n\nTide Office\n\nTwo\n\nTide Office\n\nThree\n\nTide Office',
  );
});

test('a section is named before its first slide that is read', async () => {
  const parts = { others: { 'ppt/presentation.xml': presentation } };
  assert.equal(await read(parts), 'One\n\nSection: Ebb\n\nTwo\n\nThree');
  assert.equal(await read(parts, { page_range: [{ first: 3, last: 3 }] }), 'Section: Ebb\n\nThree');
});
