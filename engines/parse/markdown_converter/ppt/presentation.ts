/** The parts of a presentation: its slides, their order and the positions of their records. */
import { ServiceError } from '../../../../errors/index.ts';
import { streamOf, type CompoundEntry } from '../shared/ole/compound-file.ts';
import { findRecord, recordAt, recordsIn, type PptRecord } from '../shared/ole/drawing-records.ts';

const DOCUMENT = 1000;
const SLIDE_PERSIST = 1011;
const SLIDE_LIST = 4080;
const USER_EDIT = 4085;
const PERSIST_DIRECTORY = 6002;
const ENCRYPTED_TOKEN = 0xf3d1c4df;

export interface SlideEntry {
  /** Identifier by which others refer to it. */
  readonly id: number;
  readonly record: PptRecord;
  /** Texts outside its drawing: a sequence of headers, texts and their styles. */
  readonly outline: readonly PptRecord[];
}

export interface Presentation {
  readonly document: Buffer;
  readonly slides: readonly SlideEntry[];
  readonly masters: readonly SlideEntry[];
  readonly notes: readonly SlideEntry[];
  /** The picture stream, or empty. */
  readonly pictures: Buffer;
}

/** Throws `encrypted`, and `corrupt` without a document record. */
export function openPresentation(root: CompoundEntry): Presentation {
  const stream = streamOf(root, 'PowerPoint Document') ?? Buffer.alloc(0);
  const currentUser = streamOf(root, 'Current User') ?? Buffer.alloc(0);
  if (currentUser.length >= 16 && currentUser.readUInt32LE(12) === ENCRYPTED_TOKEN) {
    throw new ServiceError('encrypted', 'The presentation is protected by a password.');
  }
  const { offsets, documentId } = readDirectory(stream, currentUser);
  const document = recordAt(stream, offsets.get(documentId) ?? -1) ?? undefined;
  const found = document?.type === DOCUMENT ? document : recordsIn(stream, DOCUMENT).at(-1);
  if (found === undefined) throw new ServiceError('corrupt', 'The file contains no presentation.');
  const list = (instance: number): SlideEntry[] => {
    const records = recordsIn(found.data, SLIDE_LIST).find((record) => record.instance === instance);
    return readList(recordsIn(records?.data), stream, offsets);
  };
  return {
    document: found.data,
    slides: list(0),
    masters: list(1),
    notes: list(2),
    pictures: streamOf(root, 'Pictures') ?? Buffer.alloc(0),
  };
}

/** Each save appends the changes and a directory of them: newer offsets take precedence. */
function readDirectory(stream: Buffer, currentUser: Buffer): { offsets: Map<number, number>; documentId: number } {
  const offsets = new Map<number, number>();
  const visited = new Set<number>();
  let documentId = -1;
  for (let at = currentUser.length >= 20 ? currentUser.readUInt32LE(16) : 0; !visited.has(at);) {
    visited.add(at);
    const edit = recordAt(stream, at);
    if (edit?.type !== USER_EDIT || edit.data.length < 28) break;
    if (edit.data.length >= 32) throw new ServiceError('encrypted', 'The presentation is protected by a password.');
    if (documentId < 0) documentId = edit.data.readUInt32LE(16);
    const directory = recordAt(stream, edit.data.readUInt32LE(12));
    if (directory?.type === PERSIST_DIRECTORY) readOffsets(directory.data, offsets);
    at = edit.data.readUInt32LE(8);
    if (at === 0) break;
  }
  return { offsets, documentId };
}

/** Runs of IDs, each with the first ID, the count and the offsets. */
function readOffsets(data: Buffer, offsets: Map<number, number>): void {
  for (let at = 0; at + 4 <= data.length;) {
    const head = data.readUInt32LE(at);
    at += 4;
    for (let index = 0; index < head >>> 20 && at + 4 <= data.length; index++, at += 4) {
      const id = (head & 0xfffff) + index;
      if (!offsets.has(id)) offsets.set(id, data.readUInt32LE(at));
    }
  }
}

function readList(records: readonly PptRecord[], stream: Buffer, offsets: ReadonlyMap<number, number>): SlideEntry[] {
  const entries: (SlideEntry & { readonly outline: PptRecord[] })[] = [];
  for (const record of records) {
    if (record.type !== SLIDE_PERSIST || record.data.length < 16) {
      entries.at(-1)?.outline.push(record);
      continue;
    }
    const slide = recordAt(stream, offsets.get(record.data.readUInt32LE(0)) ?? -1);
    if (slide !== null) entries.push({ id: record.data.readUInt32LE(12), record: slide, outline: [] });
  }
  return entries;
}

const HYPERLINKS = 1033;
const HYPERLINK = 4055;
const HYPERLINK_ATOM = 4051;
const STRING = 4026;

/** Addresses of the presentation's hyperlinks by their number. */
export function readHyperlinks(document: Buffer): ReadonlyMap<number, string> {
  const links = recordsIn(findRecord(document, HYPERLINKS)?.data, HYPERLINK).flatMap(({ data }) => {
    const id = findRecord(data, HYPERLINK_ATOM)?.data;
    const target = recordsIn(data, STRING)
      .find(({ instance }) => instance === 1)
      ?.data.toString('utf16le');
    return id === undefined || id.length < 4 || target === undefined ? [] : [[id.readUInt32LE(0), target] as const];
  });
  return new Map(links);
}
