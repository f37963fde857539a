/** All domains, and what is made of their manifests. A domain that is not in this list does not exist for the service. */
import { jobs } from './jobs.ts';
import type { Manifest, ObjectRemoval, RowRemoval, TableName } from './manifest.ts';
import { parse } from './parse.ts';
import { storage } from './storage.ts';
import { webhook } from './webhook.ts';

export const MANIFESTS = { jobs, parse, storage, webhook } as const satisfies Readonly<Record<string, Manifest>>;

/** One word everywhere: `api/<domain>/`, `activities/<domain>/`, `domain/<domain>/`. */
export type Domain = keyof typeof MANIFESTS;

type AnyManifest = (typeof MANIFESTS)[Domain];
type Members<Union> = Union extends unknown ? (member: Union) => void : never;
/** The members of all types of a union in one type. */
type Joined<Union> = Members<Union> extends (member: infer All) => void ? All : never;

/** One record of all domains' records of a name. That no two domains have the same key is held by a test. */
export function ofAllDomains<Name extends 'kinds' | 'profiles' | 'workflows' | 'tables' | 'objects'>(
  name: Name,
): Joined<AnyManifest[Name]> {
  return Object.assign({}, ...Object.values(MANIFESTS).map((manifest) => manifest[name]));
}

/** A table of the schema that belongs to no domain does not compile here. */
export const TABLES: Readonly<Record<TableName, RowRemoval>> = ofAllDomains('tables');

/** Steps of the sweep that remove the rows of a table. */
export type SweepStep = Extract<AnyTable, { readonly by: 'sweep' }>['step'];
type AllTables = Joined<AnyManifest['tables']>;
type AnyTable = AllTables[keyof AllTables];

/** What the object store holds, by prefix. */
export const OBJECTS: Readonly<Record<KeyPrefix, ObjectRemoval>> = ofAllDomains('objects');
export type KeyPrefix = keyof Joined<AnyManifest['objects']>;

export type EventType = AnyManifest['events'][number];
export type TagName = NonNullable<AnyManifest['tag']>['name'];
export type IdPrefix = AnyManifest['idPrefixes'][number];
