/** The text of openapi.json: short, and with a line for each part that a diff should show. */
import type { Json } from './components.ts';

const WIDTH = 160;

/**
 * JSON whose objects and arrays stand on one line where they fit. `before` and `after` are the characters beside it.
 */
export function laidOut(value: Json, indent = '', before = 0, after = 0): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null) return line;
  if (indent.length + before + line.length + after <= WIDTH) return line;
  const inner = `${indent} `;
  const isList = Array.isArray(value);
  const lines = isList
    ? value.map((item) => inner + laidOut(item, inner, 0, 1))
    : Object.entries(value).map(([name, member]) => {
        const key = `${JSON.stringify(name)}: `;
        return inner + key + laidOut(member, inner, key.length, 1);
      });
  const [open, close] = isList ? '[]' : '{}';
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

function onOneLine(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).map(([name, member]) => `${JSON.stringify(name)}: ${onOneLine(member)}`);
  return `{${members.join(', ')}}`;
}
