/** HTML as text. Every value of a template is escaped, unless this file has made it. */

/** Markup that can be part of a page. Only {@link html} makes it from text. */
class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
export type { Html };

/** A value of a template; `null` and `false` are nothing. */
type Value = string | number | null | false | Html | readonly Value[];

/**
 * Attribute values must be in double quotes. No value may stand in a style, a script or the name of a tag or attribute.
 */
export function html(literals: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(literals.reduce((text, literal, index) => text + textOf(values[index - 1] ?? null) + literal));
}

function textOf(value: Value): string {
  if (value instanceof Html) return value.text;
  if (value === null || value === false) return '';
  if (typeof value === 'object') return value.map(textOf).join('');
  return escapeHtml(String(value));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\0': '\uFFFD',
};

function escapeHtml(text: string): string {
  return text.toWellFormed().replaceAll(/[&<>"'\0]/g, (character) => ENTITIES[character] ?? '');
}
