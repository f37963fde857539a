import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keepDocument } from '../../../../activities/parse/keep/keep-document.ts';
import { documentOf } from '../../../../engines/parse/documents/document.ts';
import { decodePlaces } from '../../../../engines/parse/documents/places.ts';

test('a document is stored with its places and images', async () => {
  const stored = new Map<string, Uint8Array>();
  const objects = {
    put: async (key: string, bytes: Uint8Array | string) => void stored.set(key, Buffer.from(bytes)),
  };
  const places = {
    places: [{ start: 0, end: 5, boxes: [{ page: 1, x0: 0, y0: 0, x1: 9, y1: 9 }], confidence: 1 }],
    pageSizes: [{ page: 1, width: 595, height: 842 }],
  };
  const image = { name: 'mill.png', mediaType: 'image/png', bytes: Buffer.from('png'), page: 1 };
  const document = documentOf('Mill.', { ...places, images: [image] });
  const kept = await keepDocument(objects, 'jobs/job_1', document);
  assert.deepEqual(
    [...stored].map(([key, bytes]) => [key, bytes.byteLength]),
    [
      ['jobs/job_1/document.md', 5],
      ['jobs/job_1/places.jsonl', kept.document.placesBytes],
      ['jobs/job_1/images/mill.png', 3],
    ],
  );
  assert.deepEqual(decodePlaces(stored.get('jobs/job_1/places.jsonl') ?? new Uint8Array()), places);
  assert.deepEqual(kept.images[0]?.key, 'jobs/job_1/images/mill.png');
});
