/** Values that JSON allows but stores cannot keep unchanged. */
import type { ValidationIssue } from './validation.ts';

/** Deeper values exhaust the stacks of those who walk them: serializers, Postgres, clients. */
const MAX_DEPTH = 100;

/** All parts of a value that could not be returned unchanged. They are rejected. */
export function unkeepable(value: unknown, loc: ValidationIssue['loc'], depth = 0): ValidationIssue[] {
  switch (typeof value) {
    case 'string':
      return isText(value)
        ? []
        : [{ loc, msg: 'Text must not contain NUL characters or lone surrogates. Remove them.', type: 'characters' }];
    case 'number':
      return Number.isFinite(value)
        ? []
        : [{ loc, msg: 'This number exceeds the range of a double (about 1.8e308).', type: 'number' }];
    case 'object':
      return value === null ? [] : ofMembers(value, loc, depth);
    default:
      return [];
  }
}

function ofMembers(value: object, loc: ValidationIssue['loc'], depth: number): ValidationIssue[] {
  if (depth >= MAX_DEPTH)
    return [{ loc, msg: `This value is nested more than ${MAX_DEPTH} levels deep. Flatten it.`, type: 'depth' }];
  if (Array.isArray(value)) return value.flatMap((item, index) => unkeepable(item, [...loc, index], depth + 1));
  return Object.entries(value).flatMap(([name, member]) => {
    // JavaScript does not treat it as an ordinary member.
    if (name === '__proto__') return [{ loc: [...loc, name], msg: 'A member cannot have this name.', type: 'name' }];
    return [...unkeepable(name, loc), ...unkeepable(member, [...loc, name], depth + 1)];
  });
}

function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}
