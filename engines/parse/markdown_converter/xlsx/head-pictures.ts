/** Pictures in the heads and feet of a sheet. */
import type { HEADER_MODES } from '../../options.ts';
import type { Block } from '../../documents/markdown/model.ts';
import { optionalXml, type OoxmlPackage } from '../shared/ooxml/package.ts';
import type { PackagePictures } from '../shared/package-pictures.ts';
import { headerPictures } from './controls.ts';

/** By `mode` as {@link pageHeaders} has it. */
export function pictureHeads(
  file: OoxmlPackage,
  part: string,
  mode: (typeof HEADER_MODES)[number],
  { pictures, written }: { readonly pictures: PackagePictures; readonly written: Set<string> },
): Block[] {
  const drawings = [...file.relationships(part).values()].filter(({ type }) => type === 'vmlDrawing');
  return drawings.flatMap(({ target }) =>
    headerPictures(optionalXml(file, target) ?? undefined).flatMap((id): Block[] => {
      const source = file.relationships(target).get(id)?.target ?? '';
      if (mode === 'drop' || (mode === 'first' && written.has(source))) return [];
      written.add(source);
      return [{ kind: 'paragraph', content: [pictures.ofPart(source, { alt: '' })] }];
    }),
  );
}
