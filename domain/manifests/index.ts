/**
 * All domains, and what is derived from their manifests. The service ignores domains that are not in this list.
 * @deterministic
 */
import { evaluation } from './evaluation.ts';
import { jobs } from './jobs.ts';
import { knowledge } from './knowledge.ts';
import type { Manifest, ObjectRemoval, RowRemoval, TableName } from './manifest.ts';
import { models } from './models.ts';
import { parse } from './parse.ts';
import { storage } from './storage.ts';
import { synthesis } from './synthesis.ts';
import { webhook } from './webhook.ts';

export const MANIFESTS = {
  jobs,
  models,
  parse,
  storage,
  knowledge,
  evaluation,
  synthesis,
  webhook,
} as const satisfies Readonly<Record<string, Manifest>>;

/** One word everywhere: `api/<domain>/`, `activities/<domain>/`, `domain/<domain>/`. */
export type Domain = keyof typeof MANIFESTS;

type AnyManifest = (typeof MANIFESTS)[Domain];
type Members<Union> = Union extends unknown ? (member: Union) => void : never;
/** The members of all types of a union in one type. */
type Joined<Union> = Members<Union> extends (member: infer All) => void ? All : never;

/** Merges one member of all manifests. A test ensures that no two domains have the same key. */
export function ofAllDomains<
  Name extends 'scopes' | 'kinds' | 'profiles' | 'resources' | 'workflows' | 'tables' | 'objects',
>(name: Name): Joined<AnyManifest[Name]> {
  return Object.assign({}, ...Object.values(MANIFESTS).map((manifest) => manifest[name]));
}

/** A table that belongs to no domain fails to compile here. */
export const TABLES: Readonly<Record<TableName, RowRemoval>> = ofAllDomains('tables');

/** Steps of the sweep that remove the rows of a table, in the order of the domains. */
export const SWEEP_STEPS: readonly SweepStep[] = Object.values<AnyTable>(ofAllDomains('tables')).flatMap((removal) =>
  removal.by === 'sweep' ? [removal.step] : [],
);
export type SweepStep = Extract<AnyTable, { readonly by: 'sweep' }>['step'];
type AllTables = Joined<AnyManifest['tables']>;
type AnyTable = AllTables[keyof AllTables];

/** Contents of the object store, by prefix. */
export const OBJECTS: Readonly<Record<KeyPrefix, ObjectRemoval>> = ofAllDomains('objects');
export type KeyPrefix = keyof Joined<AnyManifest['objects']>;

/** What steps may wait for, with the reason that is shown. */
export const RESOURCES = ofAllDomains('resources');
export type Resource = keyof typeof RESOURCES;

export type EventType = AnyManifest['events'][number];
export type TagName = NonNullable<AnyManifest['tag']>['name'];
export type IdPrefix = AnyManifest['idPrefixes'][number];
