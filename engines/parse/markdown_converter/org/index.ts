/** Converts Org documents. */
import type { TextInput } from '../../documents/charset/decode.ts';
import type { ParsedDocument } from '../../documents/types.ts';
import type { Block } from '../../documents/markdown/model.ts';
import { documentOfBlocks } from '../shared/blocks-document.ts';
import { languageTag, splitNames, timestamp } from '../../documents/html/metadata.ts';
import { includedFiles } from '../shared/markup/included-files.ts';
import { linesOf } from '../shared/markup/lines.ts';
import { Notes } from '../../documents/markdown/notes.ts';
import { defineNotes, readBlocks } from './blocks.ts';
import type { OrgContext } from './context.ts';
import { readInline } from './inline.ts';

/** Throws `empty` without text. */
export function convertOrg(input: TextInput): ParsedDocument {
  const lines = linesOf(input);
  const settings = settingsOf(lines);
  const title = settings.get('title') ?? '';
  const notes = new Notes();
  const context: OrgContext = {
    readBlocks: (inner, depth) => readBlocks(inner, depth, context),
    notes,
    shift: title === '' ? 0 : 1,
  };
  defineNotes(lines, context);
  const blocks = context.readBlocks(lines, 0);
  const files = lines.flatMap((line) => /^ *#\+include:(.*)/i.exec(line)?.[1]?.trim() ?? []);
  const heading: Block[] = title === '' ? [] : [{ kind: 'heading', level: 1, content: readInline(title, notes) }];
  return documentOfBlocks([...heading, ...blocks, ...notes.blocks()], input, {
    title: title || null,
    authors: splitNames(settings.get('author') ?? '').filter((name) => name !== ''),
    language: languageTag(settings.get('language') ?? null),
    createdAt: timestamp((settings.get('date') ?? '').replace(/^[<[]/, '')),
    warnings: includedFiles(files),
  });
}

/** Settings of the document by their names; those of several lines are joined. */
function settingsOf(lines: readonly string[]): ReadonlyMap<string, string> {
  const settings = new Map<string, string>();
  for (const line of lines) {
    const [, name, value = ''] = /^ *#\+(title|author|date|language):(.*)$/i.exec(line) ?? [];
    if (name === undefined) continue;
    const key = name.toLowerCase();
    settings.set(key, [settings.get(key) ?? '', value.trim()].filter((part) => part !== '').join(' '));
  }
  return settings;
}
