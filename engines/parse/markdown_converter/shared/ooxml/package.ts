/** An OOXML file: XML parts in a zip archive, linked by relationships. */
import { ServiceError } from '../../../../../errors/index.ts';
import { decodeXml } from '../../../documents/charset/xml.ts';
import { parseXml, childrenOf, type XmlElement } from '../../../documents/xml.ts';
import { openZip } from './zip.ts';

export interface Relationship {
  /** Last segment of the type's URI: `hyperlink`, `image`, `footnotes`. */
  readonly type: string;
  /** Name of a part, or an address outside the file. */
  readonly target: string;
  readonly isExternal: boolean;
}

export interface OoxmlPackage {
  /** The bytes of a part; `null` when it does not exist. */
  readonly read: (part: string) => Uint8Array | null;
  /** The tree of a part, parsed once; `null` when it does not exist. */
  readonly xml: (part: string) => XmlElement | null;
  /** Relationships of a part by identifier; `''` is the package itself. */
  readonly relationships: (part: string) => ReadonlyMap<string, Relationship>;
  /** Name of the first part that `part` has a relationship of this type to. */
  readonly related: (part: string, type: string) => string | null;
}

const OLE_SIGNATURE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** Opens a file. Throws `encrypted` for a password-protected one, `corrupt` for an invalid zip archive. */
export function openPackage(bytes: Uint8Array): OoxmlPackage {
  if (OLE_SIGNATURE.equals(bytes.subarray(0, OLE_SIGNATURE.length))) {
    throw new ServiceError('encrypted', 'The document is protected by a password.');
  }
  const zip = openZip(bytes);
  const trees = new Map<string, XmlElement | null>();
  const xml = (part: string): XmlElement | null => {
    const parsed = trees.get(part);
    if (parsed !== undefined) return parsed;
    const content = zip.read(part);
    const tree = content === null ? null : parseXml(decodeXml(content));
    trees.set(part, tree);
    return tree;
  };
  const known = new Map<string, ReadonlyMap<string, Relationship>>();
  const relationships = (part: string): ReadonlyMap<string, Relationship> => {
    const read = known.get(part) ?? readRelationships(part);
    known.set(part, read);
    return read;
  };
  const readRelationships = (part: string): ReadonlyMap<string, Relationship> => {
    const slash = part.lastIndexOf('/') + 1;
    const list = xml(`${part.slice(0, slash)}_rels/${part.slice(slash)}.rels`);
    return new Map(childrenOf(list ?? undefined, 'Relationship').map((element) => readRelationship(element, part)));
  };
  const related = (part: string, type: string): string | null => firstOfType(relationships(part), type);
  return { read: zip.read, xml, relationships, related };
}

/** The tree of a part that the document can do without; `null` when it does not exist or is damaged. */
export function optionalXml(file: OoxmlPackage, part: string): XmlElement | null {
  try {
    return file.xml(part);
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return null;
  }
}

const firstTargets = new WeakMap<ReadonlyMap<string, Relationship>, Map<string, string>>();

function firstOfType(relationships: ReadonlyMap<string, Relationship>, type: string): string | null {
  const targets =
    firstTargets.get(relationships) ??
    new Map([...relationships.values()].reverse().map((relationship) => [relationship.type, relationship.target]));
  firstTargets.set(relationships, targets);
  return targets.get(type) ?? null;
}

function readRelationship({ attributes }: XmlElement, part: string): [string, Relationship] {
  const { Id = '', Type = '', Target = '', TargetMode } = attributes;
  const isExternal = TargetMode === 'External';
  const type = Type.slice(Type.lastIndexOf('/') + 1);
  return [Id, { type, target: isExternal ? Target : resolvePart(part, Target), isExternal }];
}

/** Targets are relative to the folder of their source part. */
function resolvePart(part: string, target: string): string {
  const steps = target.startsWith('/') ? [] : part.split('/').slice(0, -1);
  for (const step of target.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}
