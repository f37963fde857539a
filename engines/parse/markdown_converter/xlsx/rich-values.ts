/** Values of cells that older programs show as an error: pictures, linked records, errors of newer versions. */
import { childrenOf, descend, textOf, walk, type XmlElement } from '../../documents/xml.ts';
import { optionalXml, type OoxmlPackage, type Relationship } from '../shared/ooxml/package.ts';
import type { PackagePictures } from '../shared/package-pictures.ts';
import type { CellContent } from '../shared/workbook/cell-content.ts';

/** Names of errors by their number in the file. */
const ERRORS: ReadonlyMap<string, string> = new Map([
  ['4', '#NAME?'],
  ['8', '#SPILL!'],
  ['9', '#CONNECT!'],
  ['10', '#BLOCKED!'],
  ['11', '#UNKNOWN!'],
  ['12', '#FIELD!'],
  ['13', '#CALC!'],
  ['14', '#BUSY!'],
  ['18', '#EXTERNAL!'],
  ['19', '#TIMEOUT!'],
]);

/** The parts that hold the values, as tables by number. */
interface Parts {
  /** Values by the metadata of cells. */
  readonly values: readonly (ReadonlyMap<string, string> | undefined)[];
  readonly images: readonly (Relationship | undefined)[];
  readonly webImages: readonly (Relationship | undefined)[];
}

export class RichValues {
  readonly #file: OoxmlPackage;
  readonly #mainPart: string;
  readonly #pictures: PackagePictures;
  #parts: Parts | null = null;
  readonly #shown = new Map<number, CellContent | null>();
  #named: ReadonlyMap<string, NamedPicture> | null = null;

  /** The parts are read when the first cell needs them. */
  constructor(file: OoxmlPackage, mainPart: string, pictures: PackagePictures) {
    this.#file = file;
    this.#mainPart = mainPart;
    this.#pictures = pictures;
  }

  /** What the cell with this number of its metadata, from 1, shows; `null` for an ordinary error. */
  shown(metadata: number): CellContent | null {
    const known = this.#shown.get(metadata);
    if (known !== undefined) return known;
    const shown = this.#read(metadata);
    this.#shown.set(metadata, shown);
    return shown;
  }

  #read(metadata: number): CellContent | null {
    this.#parts ??= readParts(this.#file, this.#mainPart);
    const { values, images, webImages } = this.#parts;
    const value = values[metadata - 1];
    // Without its parts, nothing is known of the cell but that it has another value than this error.
    if (value === undefined) return this.#picture(undefined, `value ${metadata}`, '');
    const error = value.get('errorType');
    if (error !== undefined) return ERRORS.get(error) ?? null;
    const alt = oneLine(value.get('Text') ?? '');
    const image = value.get('_rvRel:LocalImageIdentifier');
    if (image !== undefined) return this.#picture(images[Number(image)], `image ${image}`, alt);
    const webImage = value.get('WebImageIdentifier');
    if (webImage !== undefined) return this.#picture(webImages[Number(webImage)], `web image ${webImage}`, alt);
    return value.get('_DisplayString') ?? value.get('Text') ?? null;
  }

  /** The picture that WPS Office shows by the function `DISPIMG`. */
  named(identifier: string): CellContent {
    this.#named ??= readNamed(this.#file, this.#mainPart);
    const picture = this.#named.get(identifier);
    return this.#picture(picture?.source, identifier, picture?.alt ?? '');
  }

  /** `name` tells pictures apart that are missing from the file. */
  #picture(source: Relationship | undefined, name: string, alt: string): CellContent {
    const placement = { alt };
    if (source?.isExternal === true) return [this.#pictures.linked(source.target, placement)];
    return [this.#pictures.ofPart(source?.target ?? name, placement)];
  }
}

function readParts(file: OoxmlPackage, mainPart: string): Parts {
  const partOf = (type: string): string => file.related(mainPart, type) ?? '';
  const treeOf = (type: string): XmlElement | undefined => optionalXml(file, partOf(type)) ?? undefined;
  const sources = (type: string, element: string): (Relationship | undefined)[] =>
    allNamed(treeOf(type), element).map(({ attributes }) =>
      file.relationships(partOf(type)).get(attributes['r:id'] ?? ''),
    );
  const values = readValues(treeOf('rdRichValueStructure'), treeOf('rdRichValue'));
  return {
    values: valueIndexes(treeOf('sheetMetadata')).map((index) => values[index]),
    images: sources('richValueRel', 'rel'),
    webImages: sources('rdRichValueWebImage', 'address'),
  };
}

/** The fields of the values by name; a structure names them in order. */
function readValues(structures: XmlElement | undefined, data: XmlElement | undefined): ReadonlyMap<string, string>[] {
  const keys = childrenOf(structures, 's').map((structure) =>
    childrenOf(structure).map(({ attributes }) => attributes['n'] ?? ''),
  );
  return childrenOf(data, 'rv').map((value) => {
    const names = keys[Number(value.attributes['s'])] ?? [];
    return new Map(childrenOf(value, 'v').map((field, index) => [names[index] ?? '', textOf(field)]));
  });
}

/** Numbers of the values, by the metadata of cells; -1 for metadata of another kind. */
function valueIndexes(metadata: XmlElement | undefined): number[] {
  const values = childrenOf(metadata, 'futureMetadata').find(({ attributes }) => attributes['name'] === 'XLRICHVALUE');
  const types = childrenOf(descend(metadata, 'metadataTypes'), 'metadataType');
  const type = types.findIndex(({ attributes }) => attributes['name'] === 'XLRICHVALUE') + 1;
  const indexes = childrenOf(values, 'bk').map((block) => Number(allNamed(block, 'rvb')[0]?.attributes['i'] ?? -1));
  return childrenOf(descend(metadata, 'valueMetadata'), 'bk').map((block) => {
    const record = childrenOf(block, 'rc').find(({ attributes }) => Number(attributes['t']) === type);
    return indexes[Number(record?.attributes['v'] ?? -1)] ?? -1;
  });
}

/** The elements with this name in any namespace. */
const allNamed = (root: XmlElement | undefined, local: string): XmlElement[] =>
  [...walk(root)].filter(({ name }) => name === local || name.endsWith(`:${local}`));

const oneLine = (words: string): string => words.replace(/\s+/g, ' ').trim();

interface NamedPicture {
  readonly source: Relationship | undefined;
  readonly alt: string;
}

function readNamed(file: OoxmlPackage, mainPart: string): Map<string, NamedPicture> {
  const part = file.related(mainPart, 'cellImage') ?? 'xl/cellimages.xml';
  return new Map(
    allNamed(optionalXml(file, part) ?? undefined, 'pic').map((picture) => {
      const { name = '', descr = '' } = descend(picture, 'xdr:nvPicPr', 'xdr:cNvPr')?.attributes ?? {};
      const relation = descend(picture, 'xdr:blipFill', 'a:blip')?.attributes['r:embed'] ?? '';
      return [name, { source: file.relationships(part).get(relation), alt: oneLine(descr) }];
    }),
  );
}
