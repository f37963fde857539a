/** State that is restored at the end of a group. */
import { PLAIN, type Format } from '../../documents/markdown/model.ts';
import { verticalAt } from '../shared/raised.ts';
import type { Destination } from './control-words.ts';

export interface GroupState {
  destination: Destination;
  format: Format;
  isHidden: boolean;
  /** Whether the text is deleted by a tracked change, and not marked. */
  isDeleted: boolean;
  font: number;
  /** Number of fallback bytes after a Unicode character, for older readers. */
  fallbackBytes: number;
  /** Whether the group started with `\*`, so that readers may skip it if unknown. */
  isOptional: boolean;
}

export const FIRST_STATE: GroupState = {
  destination: 'text',
  format: PLAIN,
  isHidden: false,
  isDeleted: false,
  font: 0,
  fallbackBytes: 1,
  isOptional: false,
};

/** In half points, where the file has no number. */
const DEFAULT_RAISED = 6;

/** The state change of a control word, or `null`. `isMarked`: tracked changes are marked. */
export function changeOf(
  word: string,
  value: number | null,
  { format }: GroupState,
  isMarked: boolean,
): Partial<GroupState> | null {
  const isOn = value !== 0;
  switch (word) {
    case 'uc':
      return { fallbackBytes: Math.min(16, Math.max(0, value ?? 1)) };
    case 'f':
      return { font: value ?? 0 };
    case 'plain':
      return { format: PLAIN, isHidden: false, isDeleted: false };
    case 'b':
      return { format: { ...format, bold: isOn } };
    case 'i':
      return { format: { ...format, italic: isOn } };
    case 'strike':
    case 'striked':
      return { format: { ...format, strike: isOn } };
    case 'super':
      return { format: { ...format, vertical: isOn ? 'sup' : null } };
    case 'sub':
      return { format: { ...format, vertical: isOn ? 'sub' : null } };
    case 'up':
      return { format: { ...format, vertical: verticalAt(value ?? DEFAULT_RAISED) } };
    case 'dn':
      return { format: { ...format, vertical: verticalAt(-(value ?? DEFAULT_RAISED)) } };
    case 'nosupersub':
      return { format: { ...format, vertical: null } };
    case 'v':
      return { isHidden: isOn };
    case 'deleted':
      return isMarked ? { format: { ...format, change: isOn ? 'del' : null } } : { isDeleted: isOn };
    case 'revised':
      return isMarked ? { format: { ...format, change: isOn ? 'ins' : null } } : null;
    default:
      return null;
  }
}
