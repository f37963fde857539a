import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { deflateSync } from 'node:zlib';
import { namesOfTexts, rawObjects } from '../../../../../../engines/parse/pages/pdf/file/raw-objects.ts';
import { readXmp } from '../../../../../../engines/parse/pages/pdf/file/xmp.ts';

const packed = (content: Buffer, entries: string): Buffer =>
  Buffer.concat([
    Buffer.from(`<< ${entries} /Filter /FlateDecode /Length ${content.length} >>\nstream\n`),
    content,
    Buffer.from('\nendstream\nendobj\n'),
  ]);

describe('objects of a file', () => {
  it('are the last that the trailer names, and read to their end', () => {
    const file = Buffer.from(
      '1 0 obj << /Mill (old) >> endobj 11 0 obj << /Gate 2 0 R >> endobj 1 0 obj << /Mill (new) >> endobj ' +
        '2 0 obj << /Metadata 3 0 R >> endobj trailer << /Info 9 0 R >> trailer << /Info 1 0 R >>',
    );
    assert.equal(rawObjects(file).trailed('Info')?.trim(), '<< /Mill (new) >>');
    assert.equal(rawObjects(file).trailed('Root'), null);
    assert.equal(rawObjects(file).stream('<< /Pages 2 0 R >>', 'Metadata'), null);
  });

  it('may be packed in streams', () => {
    const objects = ['<< /Mill (Weirside) >>', '<< /Metadata 7 0 R >>'];
    const head = `5 0 6 ${objects[0]?.length ?? 0} `;
    const pack = deflateSync(Buffer.from(head + objects.join('')));
    const file = Buffer.concat([
      Buffer.from('%PDF-1.5\n4 0 obj\n'),
      packed(pack, `/Type /ObjStm /N 2 /First ${head.length}`),
      Buffer.from('7 0 obj\n'),
      packed(deflateSync(Buffer.from('<tide/>')), '/Type /Metadata'),
      Buffer.from('trailer << /Info 5 0 R /Root 6 0 R >>'),
    ]);
    const raw = rawObjects(file);
    assert.equal(raw.trailed('Info'), objects[0]);
    assert.equal(raw.stream(raw.trailed('Root') ?? '', 'Metadata')?.toString(), '<tide/>');
  });

  it('name their texts, not those of dictionaries in them', () => {
    const object =
      '<< /Gate#20keeper (Ada \\) (B) /x) /Trapped /False /Year <32> /Ref 4 0 R /In << /Deep (no) >> /A [(no)] >> /After (no)';
    assert.deepEqual(namesOfTexts(object), ['Gate keeper', 'Year', 'Ref']);
  });
});

describe('metadata as XML', () => {
  it('has the default of several languages, all authors, and what a user defined', () => {
    const xml =
      '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="r"><rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/">' +
      '<dc:title><rdf:Alt><rdf:li>Mills</rdf:li><rdf:li>Moulins</rdf:li></rdf:Alt></dc:title>' +
      '<dc:creator><rdf:Seq><rdf:li>Ada Weir</rdf:li><rdf:li>Ben Gate</rdf:li></rdf:Seq></dc:creator></rdf:Description>' +
      '<rdf:Description pdfx:x="" dc:rights="Free"><pdfx:Clientↂ0020no>7</pdfx:Clientↂ0020no></rdf:Description></rdf:RDF></x:xmpmeta>';
    const { title, authors, properties } = readXmp(Buffer.from(xml));
    assert.deepEqual([title, authors], ['Mills', ['Ada Weir', 'Ben Gate']]);
    assert.deepEqual(
      [...properties],
      [
        ['rights', 'Free'],
        ['Client no', '7'],
      ],
    );
    assert.deepEqual(readXmp(Buffer.from('no XML')).authors, []);
  });
});
