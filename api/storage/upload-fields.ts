import type { Static } from 'typebox';
import { unknownMember } from '../contract/sentences.ts';
import { compileSchema } from '../contract/validation.ts';
import type { ValidationIssue } from '../contract/validation.ts';
import { ValidationError } from '../contract/validation.ts';
import { UploadFields, UploadForm } from './schemas.ts';

const check = compileSchema('body', UploadFields);
const FIELDS: ReadonlySet<string> = new Set(['metadata_json', 'access_policy_json', 'tags', 'retention_class']);
/** Where a member of the read fields came from, when it is called otherwise. */
const FIELD_OF = new Map<unknown, string>([
  ['metadata', 'metadata_json'],
  ['access_policy', 'access_policy_json'],
]);

/** Reads the text fields of a direct upload. Throws {@link ValidationError} with every failing place. */
export function readUploadFields(form: Readonly<Record<string, string>>): Static<typeof UploadFields> {
  const issues: ValidationIssue[] = Object.keys(form)
    .filter((name) => !FIELDS.has(name))
    .map((name) => ({
      loc: ['body', name],
      msg: unknownMember(name, UploadForm),
      type: 'unknown_member',
    }));
  const json = (name: string, example: string): unknown => {
    const text = form[name]?.trim();
    if (!text) return {};
    try {
      return JSON.parse(text);
    } catch {
      issues.push({ loc: ['body', name], msg: `This field is not valid JSON. Example: ${example}.`, type: 'json' });
      return {};
    }
  };
  const fields = {
    metadata: json('metadata_json', '{"department":"research"}'),
    access_policy: json('access_policy_json', '{"access_level":"private"}'),
    tags: (form['tags'] ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    retention_class: form['retention_class']?.trim() || 'standard',
  };
  issues.push(
    ...check(fields).map(({ loc: [part = 'body', member = '', ...rest], ...issue }) => ({
      ...issue,
      loc: [part, FIELD_OF.get(member) ?? member, ...rest],
    })),
  );
  if (issues.length > 0) throw new ValidationError(issues);
  return fields as Static<typeof UploadFields>;
}
