/** Names that have several senses: found by what certain documents say of them, and by these documents alone. */
import { setImmediate } from 'node:timers/promises';
import type { SplitReason } from '../../../../engines/knowledge/entities/options.ts';
import { sensesBy } from '../../../../engines/knowledge/entities/index.ts';
import type { TellingDocument } from '../../../../engines/knowledge/entities/index.ts';
import type { Database } from '../../../../platform/database/client.ts';
import type { Prisma } from '../../../../platform/database/generated/client.ts';
import { isInForce } from '../corrections-in-force.ts';
import { sensesIn } from './senses.ts';
import type { FurtherSenses } from './senses.ts';
import { differingTraits, mentionsOf } from './traits.ts';
import type { DocumentTrait, NameInDocument } from './traits.ts';

type NonEmpty<T> = readonly [T, ...T[]];

/** One of the entities of a name. */
export interface NameSense {
  readonly label: string;
  readonly type: string | null;
  /** Matching chunks that mention it. */
  readonly chunks: number;
  /** Documents in which the name means it, of the first sense those that tell it. */
  readonly documentIds: readonly string[];
  readonly evidence: NonEmpty<DocumentTrait>;
}

export interface SplitCandidate {
  /** Normal form. */
  readonly name: string;
  /** At least two; that of most documents first. */
  readonly senses: readonly NameSense[];
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

/**
 * The names that documents tell apart with at least a score, best first. Those that are told apart in the same way by a
 * correction, or that a person decided, are left out.
 */
export async function findSplits(
  database: Database,
  datasetId: string,
  matching: Prisma.Sql,
  { threshold, most }: SplitSearch,
): Promise<SplitCandidate[]> {
  const traitsByName = await differingTraits(database, datasetId, matching, most);
  const names = [...traitsByName.keys()];
  if (names.length === 0) return [];
  const places = [...traitsByName].flatMap(([name, traits]) =>
    [...new Set(traits.map(({ documentPk }) => documentPk))].map((documentPk) => ({ name, documentPk })),
  );
  const [mentions, corrected] = await Promise.all([
    mentionsOf(database, datasetId, places),
    correctedSenses(database, datasetId, matching, names),
  ]);
  const found: SplitCandidate[] = [];
  for (const [at, [name, traits]] of [...traitsByName].entries()) {
    if (at % NAMES_TOGETHER === 0) await setImmediate();
    const seen = mentions.get(name) ?? [];
    const told = sensesBy(tellingDocuments(traits, seen), threshold);
    if (told === null) continue;
    const senses = told.documents.map((documents) => senseOf(documents, seen));
    const present = corrected.get(name);
    if (present !== undefined && (present.isPersons || areSame(present.senses, furtherOf(senses)))) continue;
    const { score, reasons } = told;
    const support = [...new Set(senses.flatMap(({ evidence }) => evidence.map(({ chunk }) => chunk)))];
    found.push({ name, senses, score, reasons, support });
  }
  return found.toSorted((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1));
}

export const furtherOf = (senses: readonly NameSense[]): FurtherSenses =>
  senses.slice(1).map(({ documentIds }) => documentIds);

interface Telling extends TellingDocument<DocumentTrait> {
  readonly documentId: string;
  readonly traits: NonEmpty<DocumentTrait>;
}

function tellingDocuments(traits: readonly DocumentTrait[], mentions: readonly NameInDocument[]): Telling[] {
  const beside = new Map(mentions.map(({ documentPk, neighbours }) => [documentPk, neighbours]));
  return [...Map.groupBy(traits, ({ documentPk }) => documentPk)].flatMap(([id, [first, ...others]]): Telling[] => {
    if (first === undefined) return [];
    const { documentId } = first;
    return [{ id, documentId, traits: [first, ...others], neighbours: new Set(beside.get(id)) }];
  });
}

function senseOf(telling: NonEmpty<Telling>, mentions: readonly NameInDocument[]): NameSense {
  const documents = new Set(telling.map(({ id }) => id));
  const own = mentions.filter(({ documentPk }) => documents.has(documentPk));
  const [{ traits }, ...others] = telling;
  return {
    label: own[0]?.label ?? traits[0].name,
    type: own.find(({ type }) => type !== null)?.type ?? null,
    chunks: own.reduce((sum, { chunks }) => sum + chunks, 0),
    documentIds: telling.map(({ documentId }) => documentId).toSorted(),
    evidence: [...traits, ...others.flatMap((other) => other.traits)],
  };
}

const areSame = (one: FurtherSenses, other: FurtherSenses): boolean => formOf(one) === formOf(other);
const formOf = (senses: FurtherSenses): string =>
  senses
    .map((documents) => documents.toSorted().join(' '))
    .toSorted()
    .join('\n');

interface CorrectedSenses {
  readonly senses: FurtherSenses;
  readonly isPersons: boolean;
}

/** By name: its last split that counts in matching documents; a person's split overrides consolidation's. */
async function correctedSenses(
  { db }: Database,
  datasetId: string,
  matching: Prisma.Sql,
  names: readonly string[],
): Promise<ReadonlyMap<string, CorrectedSenses>> {
  const rows = await db.$queryRaw<{ name: string; senses: unknown; isPersons: boolean }[]>`
    SELECT correction.names[1] AS name, correction.senses, correction.source = 'person' AS "isPersons"
    FROM knowledge_correction correction
    WHERE correction.dataset_id = ${datasetId} AND correction.kind = 'split'
      AND correction.names && ${[...names]}::text[]
      AND ${isInForce(matching)}
    ORDER BY correction.source = 'person', correction.id`;
  return new Map(rows.map(({ name, senses, isPersons }) => [name, { senses: sensesIn(senses), isPersons }]));
}
