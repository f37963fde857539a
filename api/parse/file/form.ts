/** The form of a file to parse. */
import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ENGINE_CATALOG } from '../../../engines/parse/catalog.ts';
import { FormFields } from '../../contract/form-fields.ts';
import { Named, Word } from '../../contract/schema.ts';
import { compileSchema } from '../../contract/validation.ts';
import { FormField, uploadMembers } from '../../storage/schemas.ts';
import { readAttributes } from '../../storage/upload-fields.ts';
import type { UploadAttributes } from '../../storage/upload-fields.ts';
import { ParseJobRequest } from '../schemas.ts';

const engineIds = ENGINE_CATALOG.flatMap(({ engine_id, source_kinds }) =>
  source_kinds.includes('object') ? [engine_id] : [],
);

/** How the file is parsed: the members of a JSON request, once their fields are read. */
const { scene, options, priority, webhook } = ParseJobRequest.properties;
const FileRequest = Type.Object(
  {
    engine_id: Type.Optional(Word(['auto', ...engineIds], 'Engine. Default `auto`: the best one for the file.')),
    scene,
    options,
    priority,
    webhook,
  },
  { additionalProperties: false },
);
export type FileRequest = Static<typeof FileRequest>;
const check = compileSchema('body', FileRequest);

export const ParseFileForm = Named('ParseFileForm', 'A file to parse, and how.', {
  ...uploadMembers,
  retention_class: FormField(
    'How long the file is kept: `temporary`, the default, for TEMPORARY_RETENTION_DAYS, or `standard`, until ' +
      'it is deleted.',
    'standard',
  ),
  engine_id: FormField('Engine. Default `auto`: the best one for the file.', 'markdown_converter'),
  scene: FormField('What the result is for.', 'document_fidelity'),
  options: FormField('A JSON object: `options` of POST /v1/parse/jobs.', '{"page_range":"1-3"}'),
  priority: FormField('0 to 9; higher runs first. Default 5.', '7'),
  webhook: FormField('A JSON object: `webhook` of POST /v1/parse/jobs.', '{"url":"https://example.com/hooks"}'),
});

/** Reads the text fields of the form. Throws `ValidationError` with every failing place. */
export function readFileFields(form: Readonly<Record<string, string>>): {
  readonly request: FileRequest;
  readonly attributes: UploadAttributes;
} {
  const fields = new FormFields(form, ParseFileForm);
  const priority = fields.text('priority');
  const given = {
    engine_id: fields.text('engine_id'),
    scene: fields.text('scene'),
    options: fields.json('options', '{"page_range":"1-3"}'),
    priority: /^\d{1,15}$/.test(priority ?? '') ? Number(priority) : priority,
    webhook: fields.json('webhook', '{"url":"https://example.com/hooks"}'),
  };
  const request = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  fields.add(check(request));
  const attributes = readAttributes(fields, 'temporary');
  fields.refuse();
  return { request, attributes };
}
