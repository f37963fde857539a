/**
 * Draws the boxes of blocks over the pictures of their pages, for people: into build/boxes/. The files are those of the
 * sample beside the checkout; without it, nothing is drawn.
 */
import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { renderPage } from '../../../engines/parse/document_ai_converter/read/render-page.ts';
import type { Raster } from '../../../engines/parse/document_ai_converter/raster/raster.ts';
import { runEngine } from '../../../engines/parse/engines.ts';
import { documentBlocks } from '../../../engines/parse/formats/document-blocks.ts';
import { encodePng } from '../../../engines/parse/pages/pdf/png.ts';
import { openPdf } from '../../../engines/parse/pages/pdf/source.ts';
import { DEFAULT_PARSE_OPTIONS } from '../../../engines/parse/options.ts';
import type { BlockType } from '../../../engines/parse/options.ts';
import type { PageBox } from '../../../engines/parse/documents/types.ts';
import { documentAiDirectory, isDocumentAiSetUp } from '../../../domain/parse/document-ai.ts';

const ROOT = join(import.meta.dirname, '../../..');
const SAMPLE = join(ROOT, '../shared/eval-data/parse-general/src');
const DRAWN = join(ROOT, 'build/boxes');

const TEXT_LAYERS = [
  'col_three_left',
  'col_four_justify',
  'pdf__pdfa_011',
  'pdf__pdfa_036',
  'pdf__nougat_007',
  'pdf__embedded_images_tables',
  'vendored__pdfplumber__pdf__senate-expenditures',
  'vendored__pdfplumber__pdf__nics-background-checks-2015-11-rotated',
];
const SCANS = ['pdf__scanned', 'pdf__non_searchable'];

const COLOURS: Readonly<Record<BlockType, readonly [number, number, number]>> = {
  heading: [220, 0, 0],
  paragraph: [0, 90, 220],
  list_item: [0, 150, 60],
  table: [200, 0, 200],
  code: [120, 80, 0],
  formula: [0, 160, 160],
  picture: [255, 140, 0],
  quote: [90, 90, 90],
  footnote: [90, 0, 160],
};

for (const name of [...TEXT_LAYERS, ...SCANS]) {
  const path = join(SAMPLE, `${name}.pdf`);
  const directory = documentAiDirectory(process.env);
  const isScan = SCANS.includes(name);
  const absent = !existsSync(path)
    ? `${path} is absent`
    : isScan && !isDocumentAiSetUp(directory)
      ? 'no models'
      : false;
  test(`the boxes of ${name} are on its pages, and drawn for people to look at`, { skip: absent }, async () => {
    const bytes = readFileSync(path);
    const document = await runEngine(
      isScan ? 'document_ai_converter' : 'markdown_converter',
      {
        bytes,
        mediaType: 'application/pdf',
        charset: null,
        filename: null,
        url: null,
        options: { ...DEFAULT_PARSE_OPTIONS, max_pages: 2 },
      },
      { signal: new AbortController().signal, onProgress: () => {}, documentAi: { directory, threads: 2 } },
    );
    const blocks = [...documentBlocks(document)];
    assert.ok(blocks.length > 0 && blocks.every(({ boxes }) => boxes.length > 0));
    mkdirSync(DRAWN, { recursive: true });
    const source = await openPdf(bytes);
    try {
      for (const { page, width, height } of document.pageSizes) {
        const raster = await source.use(page, renderPage);
        assert.ok(raster !== null && Math.abs(raster.width / raster.height - width / height) < 0.01);
        const picture = coloured(raster);
        for (const { type, boxes } of blocks) {
          for (const box of boxes) {
            if (box.page !== page) continue;
            assert.ok(box.x0 < box.x1 && box.y0 < box.y1 && box.x1 <= width + 0.1 && box.y1 <= height + 0.1);
            drawBox(picture, raster, box, raster.width / width, COLOURS[type]);
          }
        }
        const png = encodePng({ width: raster.width, height: raster.height, channels: 3, data: picture });
        writeFileSync(join(DRAWN, `${name}-${page}.png`), png);
      }
    } finally {
      source.close();
    }
  });
}

function coloured({ pixels }: Raster): Uint8Array {
  const data = new Uint8Array(pixels.length * 3);
  for (const [index, tone] of pixels.entries()) data.fill(tone, index * 3, index * 3 + 3);
  return data;
}

/** A frame of three pixels around the box. */
function drawBox(
  data: Uint8Array,
  { width, height }: Raster,
  box: PageBox,
  scale: number,
  colour: readonly number[],
): void {
  const dot = (x: number, y: number): void => {
    if (x >= 0 && y >= 0 && x < width && y < height) data.set(colour, (y * width + x) * 3);
  };
  const edge = (points: number): number => Math.round(points * scale);
  for (let away = 1; away <= 3; away++) {
    const [x0, x1] = [edge(box.x0) - away, edge(box.x1) + away];
    const [y0, y1] = [edge(box.y0) - away, edge(box.y1) + away];
    for (let x = x0; x <= x1; x++) for (const y of [y0, y1]) dot(x, y);
    for (let y = y0; y <= y1; y++) for (const x of [x0, x1]) dot(x, y);
  }
}
