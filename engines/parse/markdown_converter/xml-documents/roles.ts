/** What the elements of an XML vocabulary mean in a document. */

/** Elements that stand between paragraphs. */
export type BlockRole =
  /** Not part of the text. */
  | 'hidden'
  /** A container, read as its content. */
  | 'flow'
  /** A container whose title is no heading. */
  | 'group'
  | 'section'
  /** The heading of a section; bold above anything else. */
  | 'title'
  | 'bullets'
  | 'numbers'
  | 'item'
  | 'term'
  | 'quote'
  /** A quote with a label: the name of the element. */
  | 'admonition'
  /** Each child is a line. */
  | 'lines'
  | 'code'
  | 'table'
  | 'equation'
  | 'rule';

/** Elements within a paragraph. */
export type InlineRole =
  | 'text'
  | 'bold'
  | 'italic'
  | 'strike'
  | 'monospace'
  | 'sub'
  | 'sup'
  | 'quoted'
  | 'link'
  | 'break'
  | 'image'
  | 'math'
  /** Holds its note. */
  | 'footnote'
  /** Refers to a note elsewhere. */
  | 'noteref'
  /** Shows the title of what it refers to. */
  | 'reference';

type Names<Role extends string> = readonly (readonly [role: Role, names: string])[];

export const blockRoles = (names: Names<BlockRole>): ReadonlyMap<string, BlockRole> => byName(names);
export const inlineRoles = (names: Names<InlineRole>): ReadonlyMap<string, InlineRole> => byName(names);

/** Roles by element name, from lists of names separated by spaces. */
function byName<Role extends string>(names: Names<Role>): ReadonlyMap<string, Role> {
  return new Map(names.flatMap(([role, list]) => list.split(' ').map((name): [string, Role] => [name, role])));
}
