import { Type } from 'typebox';
import type { Static } from 'typebox';
import { ACCESS_LEVELS } from '../../platform/access-policy.ts';
import { AnyObject, Id, List, Named, Nullable, Text, Timestamp, Whole, Word } from '../contract/schema.ts';

const words = (description: string, example: string) =>
  List(Text(description, example, { minLength: 1, maxLength: 100 }), `${description} Default none.`, {
    maxItems: 100,
    examples: [[example]],
  });

/** An access policy as a client gives it: what is left out has its default. */
export const AccessPolicyInput = Named('AccessPolicyInput', 'Who may read an object.', {
  access_level: Type.Optional(Word(ACCESS_LEVELS, 'Default `tenant_shared`: everyone of the tenant.')),
  classification_labels: Type.Optional(words('Label of the installation’s classification.', 'internal')),
  allowed_role_keys: Type.Optional(words('Role that may read.', 'analyst')),
  denied_role_keys: Type.Optional(words('Role that may not, whatever else is said.', 'contractor')),
  purpose_tags: Type.Optional(words('Purpose for which it may be read.', 'research')),
  constraints: Type.Optional(AnyObject('Further constraints, kept for the client.', {})),
});

export const AccessPolicy = Named('AccessPolicy', 'Who may read an object.', {
  access_level: Text('`private`, `tenant_shared` or `restricted`.', 'tenant_shared'),
  classification_labels: words('Label of the installation’s classification.', 'internal'),
  allowed_role_keys: words('Role that may read.', 'analyst'),
  denied_role_keys: words('Role that may not.', 'contractor'),
  purpose_tags: words('Purpose for which it may be read.', 'research'),
  constraints: AnyObject('Further constraints, kept for the client.', {}),
});
export type AccessPolicy = Static<typeof AccessPolicy>;

export const StorageObject = Named('StorageObject', 'A stored file: its metadata, current version and access policy.', {
  object_id: Id('obj', 'The object.'),
  filename: Text('Name it was given.', 'report.pdf'),
  content_type: Text('Media type, sniffed from the bytes.', 'application/pdf'),
  declared_content_type: Nullable(Text('Media type that the sender claimed.', 'application/octet-stream')),
  size_bytes: Whole('Size.', 182_342),
  sha256: Text(
    'SHA-256 of the bytes, hexadecimal.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
  version: Whole('Current version, from 1.', 1),
  locator: Text('Give this as a parse source.', 'service://objects/obj_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  metadata: AnyObject('Metadata of the client.', { department: 'research' }),
  tags: List(Text('Tag.', 'quarterly'), 'Tags of the client.'),
  access_policy: AccessPolicy,
  owner: Text('Who stored it.', 'developer'),
  created_at: Timestamp('When it was stored.'),
  updated_at: Timestamp('When anything of it last changed.'),
});
export type StorageObject = Static<typeof StorageObject>;

/** The form of a direct upload, for the contract; its fields are read while the file streams. */
export const UploadForm = Named('UploadForm', 'A file with its metadata.', {
  file: Type.String({ format: 'binary', description: 'The file.' }),
  metadata_json: Type.Optional(Text('A JSON object: metadata of the client.', '{"department":"research"}')),
  access_policy_json: Type.Optional(Text('A JSON object: an access policy.', '{"access_level":"private"}')),
  tags: Type.Optional(Text('Tags, separated by commas.', 'quarterly,draft')),
});

/** The fields of the form once their JSON is read. */
export const UploadFields = Type.Object(
  {
    metadata: Type.Record(Type.String(), Type.Unknown()),
    access_policy: AccessPolicyInput,
    tags: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 }),
  },
  { additionalProperties: false },
);

export const DownloadUrl = Named('DownloadUrl', 'A signed address, valid for a time.', {
  object_id: Id('obj', 'The object.'),
  url: Text('The address: GET it without a token.', 'http://127.0.0.1:8333/tidemill/objects/…', { format: 'uri' }),
  expires_at: Timestamp('Until when it is valid.'),
  disposition: Text('`attachment`, or `inline` where the type is harmless.', 'attachment'),
  filename: Text('Name the download is saved under.', 'report.pdf'),
  content_type: Text('Media type it is delivered with.', 'application/pdf'),
  size_bytes: Whole('Size.', 182_342),
});
