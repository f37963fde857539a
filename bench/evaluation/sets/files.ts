/** The published files of public sets, which lie in folders of the caller's. */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Folders that are searched for each file. */
export type Folders = readonly string[];

/** `null`, with a notice, for a file that no folder has. */
export function readText(folders: Folders, file: string): string | null {
  const path = folders.map((folder) => join(folder, file)).find(existsSync);
  if (path !== undefined) return readFileSync(path, 'utf8');
  console.error(`${file} IS ABSENT and left out.`);
  return null;
}

export const readLines = (folders: Folders, file: string): string[] =>
  readText(folders, file)?.trim().split(/\r?\n/) ?? [];

/** The rows of a JSON array. */
export function readRows<Row>(folders: Folders, file: string): readonly Row[] {
  const text = readText(folders, file);
  return text === null ? [] : JSON.parse(text);
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Weights are fitted on one half of a set; the other half is measured. What is about one text is in one half. */
export const isFitted = (about: string): boolean => (digest(about)[0] ?? 0) % 2 === 1;

/** A sample that stays the same: the `count` items whose texts have the smallest digests. */
export const sampleOf = <Item>(items: readonly Item[], count: number, textOf: (item: Item) => string): Item[] =>
  items
    .map((item) => ({ item, order: digest(textOf(item)).toString('hex') }))
    .sort((a, b) => (a.order < b.order ? -1 : 1))
    .slice(0, count)
    .map(({ item }) => item);
