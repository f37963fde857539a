import type { Static } from 'typebox';
import type { RetentionClass } from '../../domain/storage/retention.ts';
import { FormFields } from '../contract/form-fields.ts';
import { compileSchema } from '../contract/validation.ts';
import { UploadFields, UploadForm } from './schemas.ts';

export type UploadAttributes = Static<typeof UploadFields>;

const check = compileSchema('body', UploadFields);
/** Where a member of the read fields came from, when it is called otherwise. */
const FIELD_OF = new Map<unknown, string>([
  ['metadata', 'metadata_json'],
  ['access_policy', 'access_policy_json'],
]);

/** Reads the text fields of a direct upload. Throws `ValidationError` with every failing place. */
export function readUploadFields(form: Readonly<Record<string, string>>): {
  readonly attributes: UploadAttributes;
} {
  const fields = new FormFields(form, UploadForm);
  const attributes = readAttributes(fields, 'standard');
  fields.refuse();
  return { attributes };
}

/** The attributes of the object that a form uploads, which are valid if the fields have no issues then. */
export function readAttributes(fields: FormFields, usualClass: RetentionClass): UploadAttributes {
  const attributes = {
    metadata: fields.json('metadata_json', '{"department":"research"}') ?? {},
    access_policy: fields.json('access_policy_json', '{"access_level":"private"}') ?? {},
    tags: (fields.text('tags') ?? '')
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
    retention_class: fields.text('retention_class') ?? usualClass,
  };
  fields.add(
    check(attributes).map(({ loc: [part = 'body', member = '', ...rest], ...issue }) => ({
      ...issue,
      loc: [part, FIELD_OF.get(member) ?? member, ...rest],
    })),
  );
  return attributes as UploadAttributes;
}
