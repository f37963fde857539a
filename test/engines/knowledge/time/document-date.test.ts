import assert from 'node:assert/strict';
import { test } from 'node:test';
import { documentDate, writesDayFirst } from '../../../../engines/knowledge/time/document-date.ts';
import type { DatedDocument } from '../../../../engines/knowledge/time/document-date.ts';
import { isoOf } from '../../../../engines/knowledge/time/period.ts';

const NOTHING: DatedDocument = { given: undefined, markdown: '', title: null, name: null, source: null };

function dateOf(document: Partial<DatedDocument>): string | null {
  const date = documentDate({ ...NOTHING, ...document }, null);
  return date && `${date.source} ${isoOf(date.from)} ${isoOf(date.to)}`;
}

test('a document has the first date that its caller, its opening, its title, its name or its file gives', () => {
  const all = {
    given: '2020-02-03',
    markdown: '# Minutes\n\nSallow Quay, 12 March 2021\n\nThe mill …',
    title: 'Minutes of May 2022',
    name: 'minutes-2023-06-07.pdf',
    source: '2024-08-09T10:00:00Z',
  };
  assert.equal(dateOf(all), 'metadata 2020-02-03 2020-02-03');
  assert.equal(dateOf({ ...all, given: 'soon' }), 'text 2021-03-12 2021-03-12');
  assert.equal(dateOf({ ...all, given: null, markdown: '' }), 'title 2022-05-01 2022-05-31');
  assert.equal(dateOf({ name: all.name, source: all.source }), 'name 2023-06-07 2023-06-07');
  assert.equal(dateOf({ name: 'scan_20230607_2.pdf' }), 'name 2023-06-07 2023-06-07');
  assert.equal(dateOf({ source: all.source }), 'source 2024-08-09 2024-08-09');
  assert.equal(dateOf({ given: 2020 }), 'metadata 2020-01-01 2020-12-31');
  assert.equal(dateOf({ given: '2020-02-03T23:00:00+01:00' }), 'metadata 2020-02-03 2020-02-03');
});

test('the date of an opening is labelled, stands alone, or behind a place', () => {
  assert.equal(
    dateOf({ markdown: 'From: Ann\n**Date:** Tue, 12 Mar 2024 10:00:00 +0000' }),
    'text 2024-03-12 2024-03-12',
  );
  assert.equal(dateOf({ markdown: 'Stand: 3. Mai 2020' }), 'text 2020-05-03 2020-05-03');
  assert.equal(dateOf({ markdown: '12.03.2024\n' }), 'text 2024-03-12 2024-03-12');
  assert.equal(dateOf({ markdown: 'It was founded in 1901.' }), null);
  assert.equal(dateOf({ markdown: '# Report of 2023 on mills' }), 'text 2023-01-01 2023-12-31');
  assert.equal(dateOf({ markdown: 'Ruth Hallam, 12 March 1950, was there first.' }), null);
});

test('a document shows the order of day and month where a number can only be a day', () => {
  assert.equal(writesDayFirst('03/04/2024 and 23/04/2024'), true);
  assert.equal(writesDayFirst('03/04/2024 and 04/23/2024'), false);
  assert.equal(writesDayFirst('03/04/2024'), null);
  assert.equal(writesDayFirst('23/04/2024 and 04/23/2024'), null);
});
