/** Documents inside an office document: those inserted as a whole, and embedded workbooks, texts and slides. */
import type { Block } from '../../../documents/markdown/model.ts';
import type { Omissions } from '../../../documents/omissions.ts';
import type { ParsedImage, ParseWarning } from '../../../documents/types.ts';
import { convertPart, type ConvertNested } from '../nested.ts';
import { embeddedFile } from '../ole/embedded-file.ts';
import type { OoxmlPackage } from './package.ts';

/** Converted before the parts that show them are read. */
export interface EmbeddedDocuments {
  /** What a part contains; `null` when it cannot be read. */
  readonly blocksOf: (part: string) => Block[] | null;
  readonly images: readonly ParsedImage[];
  readonly warnings: readonly ParseWarning[];
}

/** Inserted documents belong to the text; headings of objects are below those of the text. */
const KINDS: ReadonlyMap<string, { readonly isInserted: boolean }> = new Map([
  ['aFChunk', { isInserted: true }],
  ['subDocument', { isInserted: true }],
  ['package', { isInserted: false }],
  ['oleObject', { isInserted: false }],
]);

/** The documents that `parts` refer to. */
export async function convertEmbedded(
  file: OoxmlPackage,
  parts: readonly string[],
  omissions: Omissions,
  convert: ConvertNested,
): Promise<EmbeddedDocuments> {
  const converted = new Map<string, Block[] | null>();
  const images: ParsedImage[] = [];
  const warnings: ParseWarning[] = [];
  for (const { type, target, isExternal } of parts.flatMap((part) => [...file.relationships(part).values()])) {
    const kind = KINDS.get(type);
    if (kind === undefined || isExternal || converted.has(target)) continue;
    const bytes = file.read(target);
    if (bytes === null) continue;
    const nested = { name: target, read: () => embeddedFile(bytes), declared: null };
    const settings = { prefix: `${converted.size + 1}-`, below: kind.isInserted ? 0 : 2 };
    const { failure, ...section } = await convertPart(nested, settings, convert);
    const isUnread = failure?.code === 'unsupported_type';
    if (isUnread) omissions.leaveOut('embedded objects, beside their pictures');
    else warnings.push(...section.warnings);
    images.push(...section.images);
    converted.set(target, failure === null ? [{ kind: 'markdown', markdown: section.markdown }] : null);
  }
  return { blocksOf: (part) => converted.get(part) ?? null, images, warnings };
}
