/** Cursors of lists in the order of names: the names of the last item in base64url. */
import { otherCursor } from '../../contract/time-cursor.ts';
import { Text } from '../../contract/schema.ts';

export const NameCursor = Text('`next_cursor` of the previous page.', 'ZmluYW5jZSBib2FyZA', {
  title: 'NameCursor',
  maxLength: 4096,
  pattern: '^[A-Za-z0-9_-]+$',
});

export const cursorOf = (name: string): string => Buffer.from(name).toString('base64url');

/** What a cursor names; empty for the first page. Names have no NUL. */
export function nameOf(cursor: string): string {
  const name = Buffer.from(cursor, 'base64url').toString();
  if (name.includes('\0') || Buffer.from(name).toString('base64url') !== cursor) throw otherCursor();
  return name;
}
