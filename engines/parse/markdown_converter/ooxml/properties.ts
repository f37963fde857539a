/** What a document's core properties say about it. */
import type { OoxmlPackage } from './package.ts';
import { descend, textOf } from './xml.ts';

export interface CoreProperties {
  readonly title: string | null;
  readonly authors: readonly string[];
  readonly language: string | null;
  readonly createdAt: string | null;
  /** `description`, `keywords`, `modified_at`, as far as they are there. */
  readonly properties: Readonly<Record<string, string>>;
}

export function readCoreProperties(file: OoxmlPackage): CoreProperties {
  const part = file.related('', 'core-properties') ?? 'docProps/core.xml';
  const core = file.xml(part) ?? undefined;
  const value = (name: string): string | null => textOf(descend(core, name)).replace(/\s+/g, ' ').trim() || null;
  const time = (name: string): string | null => {
    const date = new Date(value(name) ?? Number.NaN);
    return Number.isNaN(date.getTime()) ? null : date.toISOString();
  };
  const properties = {
    description: value('dc:description'),
    subject: value('dc:subject'),
    keywords: value('cp:keywords'),
    modified_at: time('dcterms:modified'),
  };
  return {
    title: value('dc:title'),
    authors: (value('dc:creator') ?? '').split(/\s*;\s*/).filter((name) => name !== ''),
    language: value('dc:language'),
    createdAt: time('dcterms:created'),
    properties: Object.fromEntries(
      Object.entries(properties).flatMap(([name, found]) => (found === null ? [] : [[name, found.slice(0, 1000)]])),
    ),
  };
}
