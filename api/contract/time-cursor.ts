/** Cursors of lists that are sorted by time, newest first. */
import { isId } from '../../domain/ids.ts';
import type { IdPrefix } from '../../domain/manifests/index.ts';
import { isTimestamp, timestampOf } from './timestamp.ts';
import { ValidationError } from './validation.ts';

/** The cursor after a row. */
export function timeCursorOf({ createdAt, id }: { readonly createdAt: Date; readonly id: string }): string {
  return Buffer.from(`${createdAt.toISOString()} ${id}`).toString('base64url');
}

/**
 * The row that a cursor names. Throws {@link ValidationError} for anything but a cursor of a list of such identifiers.
 */
export function readTimeCursor(prefix: IdPrefix, cursor: string): { readonly createdAt: string; readonly id: string } {
  const [time = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (isTimestamp(time) && isId(prefix, id)) return { createdAt: timestampOf(time), id };
  throw otherCursor();
}

/** The error for a cursor that the list did not make. */
export function otherCursor(): ValidationError {
  const msg = 'This cursor does not belong to this list. Use next_cursor of the previous page.';
  return new ValidationError([{ loc: ['query', 'cursor'], msg, type: 'cursor' }]);
}
