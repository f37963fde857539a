/** Names that have several bearers: found by what certain documents say of them, and by these documents alone. */
import { setImmediate } from 'node:timers/promises';
import type { SplitReason } from '../../../engines/knowledge/entities/options.ts';
import { sensesBy } from '../../../engines/knowledge/entities/senses.ts';
import type { TellingDocument } from '../../../engines/knowledge/entities/senses.ts';
import type { Database } from '../../../platform/database/client.ts';
import type { Prisma } from '../../../platform/database/generated/client.ts';
import { counts } from '../graph/corrections.ts';
import { sensesIn } from './senses.ts';
import type { Senses } from './senses.ts';
import { differingTraits, mentionsOf } from './traits.ts';
import type { DocumentTrait, NameInDocument } from './traits.ts';

type NonEmpty<T> = readonly [T, ...T[]];

/** One of the bearers of a name. */
export interface Bearer {
  readonly label: string;
  readonly type: string | null;
  /** Matching chunks that mention it. */
  readonly chunks: number;
  /** Documents in which the name means it, of the first bearer those that tell it. */
  readonly documentIds: readonly string[];
  readonly evidence: NonEmpty<DocumentTrait>;
}

export interface SplitCandidate {
  /** Normal form. */
  readonly name: string;
  /** At least two; that of most documents first. */
  readonly bearers: readonly Bearer[];
  readonly score: number;
  readonly reasons: readonly SplitReason[];
  /** Chunks that the score rests on. */
  readonly support: readonly string[];
}

export interface SplitSearch {
  /** The lowest score. */
  readonly threshold: number;
  /** Names that are looked at: those that most documents tell something of. */
  readonly most: number;
}

/** Names whose documents are told apart between two turns of other work: some milliseconds each. */
const NAMES_TOGETHER = 5;

/** The names that documents tell apart with at least a score, best first. Those that are told apart in the same way by a correction, or that a person decided, are left out. */
export async function findSplits(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  { threshold, most }: SplitSearch,
): Promise<SplitCandidate[]> {
  const told = await differingTraits(database, datasetId, matching, most);
  const names = [...told.keys()];
  if (names.length === 0) return [];
  const places = [...told].flatMap(([name, traits]) =>
    [...new Set(traits.map(({ document }) => document))].map((document) => ({ name, document })),
  );
  const [mentions, corrected] = await Promise.all([
    mentionsOf(database, datasetId, places),
    correctedSenses(database, datasetId, matching, names),
  ]);
  const found: SplitCandidate[] = [];
  for (const [at, [name, traits]] of [...told].entries()) {
    if (at % NAMES_TOGETHER === 0) await setImmediate();
    const seen = mentions.get(name) ?? [];
    const senses = sensesBy(tellingDocuments(traits, seen), threshold);
    if (senses === null) continue;
    const bearers = senses.documents.map((sense) => bearerOf(sense, seen));
    const present = corrected.get(name);
    if (present !== undefined && (present.isPersons || areSame(present.senses, furtherOf(bearers)))) continue;
    const { score, reasons } = senses;
    const support = [...new Set(bearers.flatMap(({ evidence }) => evidence.map(({ chunk }) => chunk)))];
    found.push({ name, bearers, score, reasons, support });
  }
  return found.toSorted((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1));
}

/** By each bearer after the first: its documents. In all others, the name means the first. */
export const furtherOf = (bearers: readonly Bearer[]): Senses => bearers.slice(1).map(({ documentIds }) => documentIds);

interface Telling extends TellingDocument<DocumentTrait> {
  readonly documentId: string;
  readonly traits: NonEmpty<DocumentTrait>;
}

function tellingDocuments(traits: readonly DocumentTrait[], mentions: readonly NameInDocument[]): Telling[] {
  const beside = new Map(mentions.map(({ document, neighbours }) => [document, neighbours]));
  return [...Map.groupBy(traits, ({ document }) => document)].flatMap(([id, [first, ...others]]): Telling[] => {
    if (first === undefined) return [];
    const { documentId } = first;
    return [{ id, documentId, traits: [first, ...others], neighbours: new Set(beside.get(id)) }];
  });
}

function bearerOf(sense: NonEmpty<Telling>, mentions: readonly NameInDocument[]): Bearer {
  const documents = new Set(sense.map(({ id }) => id));
  const own = mentions.filter(({ document }) => documents.has(document));
  const [{ traits }, ...others] = sense;
  return {
    label: own[0]?.label ?? traits[0].name,
    type: own.find(({ type }) => type !== null)?.type ?? null,
    chunks: own.reduce((sum, { chunks }) => sum + chunks, 0),
    documentIds: sense.map(({ documentId }) => documentId).toSorted(),
    evidence: [...traits, ...others.flatMap((other) => other.traits)],
  };
}

const areSame = (one: Senses, other: Senses): boolean => formOf(one) === formOf(other);
const formOf = (senses: Senses): string =>
  senses
    .map((documents) => documents.toSorted().join(' '))
    .toSorted()
    .join('\n');

interface CorrectedSenses {
  readonly senses: Senses;
  readonly isPersons: boolean;
}

/** By name: its last split that counts in matching documents; a person's is the last. */
async function correctedSenses(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  names: readonly string[],
): Promise<ReadonlyMap<string, CorrectedSenses>> {
  const rows = await db.$queryRaw<{ name: string; senses: unknown; isPersons: boolean }[]>`
    SELECT correction.names[1] AS name, correction.senses, correction.source = 'person' AS "isPersons"
    FROM knowledge_correction correction
    WHERE correction.dataset_id = ${datasetId} AND correction.kind = 'split' AND correction.names && ${[...names]}::text[]
      AND ${counts(matching)}
    ORDER BY correction.source = 'person', correction.id`;
  return new Map(rows.map(({ name, senses, isPersons }) => [name, { senses: sensesIn(senses), isPersons }]));
}
