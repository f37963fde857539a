/** The used parts of a notebook file (nbformat 3 and 4), checked as far as needed. */
import { isObject } from '../../../../platform/is-object.ts';

export type Fields = Readonly<Record<string, unknown>>;

export interface Notebook {
  readonly cells: readonly Fields[];
  readonly metadata: Fields;
}

export function isNotebook(value: unknown): value is Fields {
  return (
    isObject(value) && 'nbformat' in value && (Array.isArray(value['cells']) || Array.isArray(value['worksheets']))
  );
}

/** The cells in order; version 3 has them in worksheets. */
export function readNotebook(notebook: Fields): Notebook {
  const sheets = list(notebook['worksheets']).flatMap((sheet) => list(sheet['cells']));
  return { cells: [...list(notebook['cells']), ...sheets], metadata: fields(notebook['metadata']) };
}

export const fields = (value: unknown): Fields => (isObject(value) ? value : {});

export function list(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** Texts are strings or arrays of lines. */
export function text(value: unknown): string {
  if (Array.isArray(value)) return value.filter((line) => typeof line === 'string').join('');
  return typeof value === 'string' ? value : '';
}
