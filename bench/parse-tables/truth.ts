/** Reads the structure files (`eu-001-str.xml`) of the ICDAR 2013 table competition. */
import { readFile, readdir } from 'node:fs/promises';
import { decodeXml } from '../../engines/parse/documents/charset/xml.ts';
import { basename, dirname, join } from 'node:path';
import type { BlockCell, BlockTable } from '../../engines/parse/formats/model.ts';
import { parseXml } from '../../engines/parse/documents/xml.ts';
import type { XmlElement, XmlNode } from '../../engines/parse/documents/xml.ts';

/** The tables of a document; a table of several pages or parts has one for each. */
export type Tables = readonly BlockTable[];

export interface TruthCase {
  /** `eu-001` */
  readonly name: string;
  readonly pdf: string;
  /**
   * A document whose tables may be read in two ways has two (`eu-009a-str.xml`, `eu-009b-str.xml`); the better one
   * counts.
   */
  readonly readings: readonly Tables[];
}

/** The PDFs in `folder` and below that have a structure file. */
export async function readCases(folder: string): Promise<TruthCase[]> {
  const files = (await readdir(folder, { recursive: true })).sort();
  const truths = new Set(files.filter((file) => file.endsWith('-str.xml')));
  const read = async (file: string): Promise<Tables> => tablesOf(await readFile(join(folder, file)));
  return Promise.all(
    files
      .filter((file) => file.endsWith('.pdf'))
      .flatMap((pdf) => {
        const stem = join(dirname(pdf), basename(pdf, '.pdf'));
        const names = [`${stem}-str.xml`, `${stem.replace(/a$/, 'b')}-str.xml`];
        const own = [...new Set(names)].filter((name) => truths.has(name));
        return own.length === 0 ? [] : [{ pdf, own }];
      })
      .map(async ({ pdf, own }) => ({
        name: basename(pdf, '.pdf'),
        pdf: join(folder, pdf),
        readings: await Promise.all(own.map(read)),
      })),
  );
}

const below = ({ children }: XmlElement, name: string): XmlElement[] =>
  children.filter((child): child is XmlElement => typeof child !== 'string' && child.name === name);

function tablesOf(xml: Uint8Array): BlockTable[] {
  return below(parseXml(decodeXml(xml)), 'table').flatMap((table) =>
    below(table, 'region').map((region) => tableOf(below(region, 'cell').map(cellOf))),
  );
}

export function tableOf(cells: readonly BlockCell[]): BlockTable {
  return {
    rows: Math.max(0, ...cells.map(({ row, row_span }) => row + row_span)),
    columns: Math.max(0, ...cells.map(({ column, column_span }) => column + column_span)),
    cells,
  };
}

/** Some ends are before their start, by mistake: such a cell spans one place. */
function cellOf(cell: XmlElement): BlockCell {
  const place = (name: string, otherwise: number): number => Number(cell.attributes[name] ?? otherwise);
  const [row, column] = [place('start-row', 0), place('start-col', 0)];
  return {
    row,
    column,
    row_span: Math.max(1, place('end-row', row) - row + 1),
    column_span: Math.max(1, place('end-col', column) - column + 1),
    is_header: false,
    text: below(cell, 'content').map(textOf).join('\n'),
  };
}

const textOf = (node: XmlNode): string => (typeof node === 'string' ? node : node.children.map(textOf).join(''));
