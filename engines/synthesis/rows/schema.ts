/** The columns that the schema of a row names, and templates of their values. */
import { isObject } from '../../../platform/is-object.ts';
import type { Table } from './request.ts';

export function columnsOf({ schema }: Pick<Table, 'schema'>): readonly string[] {
  return isObject(schema['properties']) ? Object.keys(schema['properties']) : [];
}

export function hasColumn({ schema }: Pick<Table, 'schema'>, column: string): boolean {
  return isObject(schema['properties']) && Object.hasOwn(schema['properties'], column);
}

export function columnSchema({ schema }: Pick<Table, 'schema'>, column: string): unknown {
  return isObject(schema['properties']) ? schema['properties'][column] : undefined;
}

const PLACEHOLDER = /\{([A-Za-z_]\w{0,62})\}/g;

/** The different names in braces of a template. */
export function placeholdersOf(template: string): readonly string[] {
  return [...new Set(template.match(PLACEHOLDER))].map((braced) => braced.slice(1, -1));
}

/** A template with its names replaced. */
export function fillTemplate(template: string, valueOf: (name: string) => string): string {
  return template.replaceAll(PLACEHOLDER, (_whole, name: string) => valueOf(name));
}
