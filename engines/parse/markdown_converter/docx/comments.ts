/** Reviewers' comments. */
import type { Block } from '../../documents/markdown/model.ts';
import { commentBlocks } from '../../documents/markdown/remarks.ts';
import { childrenBy } from '../../documents/xml.ts';
import type { DocxContext } from './context.ts';
import { FieldStack } from '../shared/word/fields.ts';

/** The comment with this ID as a quote, at its first reference; empty when comments are disabled or it is missing. */
export function readComment(id: string, context: DocxContext): Block[] {
  const part = context.options.comments ? context.file.related(context.mainPart, 'comments') : null;
  const list = part === null ? null : context.file.xml(part);
  const comment = childrenBy(list ?? undefined, 'w:comment', 'w:id').get(id);
  if (part === null || comment === undefined || context.comments.has(id)) return [];
  context.comments.add(id);
  const relationships = context.file.relationships(part);
  // A comment inside a comment would recurse forever.
  const words = context.readBlocks(comment, {
    ...context,
    relationships,
    fields: new FieldStack(),
    options: { ...context.options, comments: false },
  });
  return commentBlocks(
    { author: comment.attributes['w:author'] ?? '', time: comment.attributes['w:date'] ?? '' },
    words,
  );
}
