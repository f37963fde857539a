/** What a group of the file changes and its end restores. */
import { PLAIN, type Format } from '../markdown/model.ts';

/** Where text goes: into the document, into what a destination collects, or nowhere. */
export type Destination =
  | 'text'
  | 'skipped'
  | 'info'
  | 'font'
  | 'style'
  | 'field-instruction'
  | 'list-label'
  | 'picture'
  | 'title'
  | 'author';

export interface GroupState {
  destination: Destination;
  format: Format;
  isHidden: boolean;
  font: number;
  /** Bytes that stand for a Unicode character in older readers. */
  fallbackBytes: number;
  /** Whether the group began with `\*`: readers that do not know it skip it. */
  isOptional: boolean;
}

export const FIRST_STATE: GroupState = {
  destination: 'text',
  format: PLAIN,
  isHidden: false,
  font: 0,
  fallbackBytes: 1,
  isOptional: false,
};

export interface ParagraphState {
  style: number;
  outline: number | null;
  isInTable: boolean;
  depth: number | null;
  /** Index of the list, 0 for none. */
  list: number;
  level: number;
}

export const FIRST_PARAGRAPH: ParagraphState = {
  style: 0,
  outline: null,
  isInTable: false,
  depth: null,
  list: 0,
  level: 0,
};
