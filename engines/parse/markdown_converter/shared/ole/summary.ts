/** Metadata of an Office file: the property sets `SummaryInformation` and `DocumentSummaryInformation` ([MS-OSHARED]). */
import { propertiesOf } from '../../../documents/properties.ts';
import { streamOf, type CompoundEntry } from './compound-file.ts';
import { readPropertySets, type PropertySet } from './property-sets.ts';

export interface Summary {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly createdAt: string | null;
  readonly properties: Readonly<Record<string, string>>;
}

const TITLE = 2;
const SUBJECT = 3;
const AUTHOR = 4;
const KEYWORDS = 5;
const COMMENTS = 6;
const CREATED = 12;
const SAVED = 13;

const CATEGORY = 2;
const MANAGER = 14;
const COMPANY = 15;

const MAX_TITLE = 1000;

export function readSummary(root: CompoundEntry): Summary {
  const [about] = readSets(root, '\u0005SummaryInformation');
  const [more, own] = readSets(root, '\u0005DocumentSummaryInformation');
  const text = (id: number): string | null =>
    (about?.values.get(id) ?? '').replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE) || null;
  return {
    title: text(TITLE),
    authors: (text(AUTHOR) ?? '')
      .split(';')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    createdAt: text(CREATED),
    properties: propertiesOf([
      ['description', about?.values.get(COMMENTS)],
      ['subject', about?.values.get(SUBJECT)],
      ['keywords', about?.values.get(KEYWORDS)],
      ['category', more?.values.get(CATEGORY)],
      ['modified_at', about?.values.get(SAVED)],
      ['company', more?.values.get(COMPANY)],
      ['manager', more?.values.get(MANAGER)],
      ...[...(own?.names ?? [])].map(([id, name]) => [name, own?.values.get(id)] as const),
    ]),
  };
}

/** Empty when the stream is absent or damaged, since the text does not depend on it. */
function readSets(root: CompoundEntry, name: string): PropertySet[] {
  const stream = streamOf(root, name);
  if (stream === null) return [];
  try {
    return readPropertySets(stream);
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
