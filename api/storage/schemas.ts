import { Type } from 'typebox';
import type { Static } from 'typebox';
import { RETENTION_CLASSES } from '../../domain/storage/retention.ts';
import { AccessPolicy, AccessPolicyInput } from '../access-policy.ts';
import { AnyObject, Id, KeptObject, List, Named, Nullable, Text, Timestamp, Whole, Word } from '../contract/schema.ts';

/** What is known about the bytes of a version. */
const bytesMembers = {
  content_type: Text('Media type, detected from the bytes.', 'application/pdf'),
  declared_content_type: Nullable(Text('Media type declared by the client.', 'application/octet-stream')),
  size_bytes: Whole('Size.', 182_342),
  sha256: Text(
    'SHA-256 of the bytes, hexadecimal.',
    '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  ),
};

export const StorageObject = Named('StorageObject', 'A stored file: its metadata, current version and access policy.', {
  object_id: Id('obj', 'The object.'),
  filename: Text('File name.', 'report.pdf'),
  ...bytesMembers,
  version: Whole('Current version, from 1.', 1),
  locator: Text('Use this as a parse source.', 'service://objects/obj_01k9zt6v3c8wq4m2n7r5x0ybhd'),
  metadata: AnyObject('Metadata of the client.', { department: 'research' }),
  tags: List(Text('Tag.', 'quarterly'), 'Tags of the client.'),
  access_policy: AccessPolicy,
  retention_class: Text('`standard`: kept until it is deleted; `temporary`: until `expires_at`.', 'standard'),
  expires_at: Nullable(Timestamp('When it will be removed.')),
  owner: Text('Who stored it.', 'developer'),
  created_at: Timestamp('When it was stored.'),
  updated_at: Timestamp('When it was last changed.'),
});
export type StorageObject = Static<typeof StorageObject>;

/** The answer of operations that show an object as it is. */
export const STORED_OBJECT = { name: 'StoredObject', description: 'The object.', schema: StorageObject };

/** What a client may say of an object, whichever way its bytes come. */
export const objectAttributes = {
  metadata: Type.Optional(
    KeptObject('Metadata of the client. Default none.', { department: 'research' }, { title: 'ObjectMetadata' }),
  ),
  access_policy: Type.Optional(AccessPolicyInput),
  tags: Type.Optional(
    List(Text('Tag.', 'quarterly', { minLength: 1, maxLength: 100 }), 'Tags of the client. Default none.', {
      title: 'ObjectTags',
      maxItems: 100,
      examples: [['quarterly']],
    }),
  ),
  retention_class: Type.Optional(
    Word(
      RETENTION_CLASSES,
      '`standard`, the default: kept until it is deleted; `temporary`: removed after TEMPORARY_RETENTION_DAYS.',
      { title: 'RetentionClass' },
    ),
  ),
};

/**
 * A field that says nothing when it is empty, which is how `/docs` leaves it: the first example is what it fills in.
 */
export function FormField(description: string, example: string) {
  return Type.Optional(Type.String({ description, examples: ['', example] }));
}

/** What a form says of the object that it uploads, besides its retention class. */
export const uploadMembers = {
  file: Type.String({ format: 'binary', description: 'The file.' }),
  metadata_json: FormField('A JSON object: metadata of the client.', '{"department":"research"}'),
  access_policy_json: FormField('A JSON object: an access policy.', '{"access_level":"private"}'),
  tags: FormField('Tags, separated by commas.', 'quarterly,draft'),
};

/** The form of a direct upload, for the contract; its fields are read while the file streams. */
export const UploadForm = Named('UploadForm', 'A file with its metadata.', {
  ...uploadMembers,
  retention_class: FormField('`standard`, the default, or `temporary`.', 'temporary'),
});

/** The fields of the form once their JSON is read. */
export const UploadFields = Type.Object(
  {
    metadata: Type.Record(Type.String(), Type.Unknown()),
    access_policy: AccessPolicyInput,
    tags: Type.Array(Type.String({ minLength: 1, maxLength: 100 }), { maxItems: 100 }),
    retention_class: Type.Enum([...RETENTION_CLASSES]),
  },
  { additionalProperties: false },
);

export const ObjectPatch = Type.Object(
  {
    filename: Type.Optional(Text('New name.', 'report-final.pdf', { minLength: 1, maxLength: 4096 })),
    ...objectAttributes,
  },
  {
    title: 'StorageObjectPatch',
    description: 'Each member in the request replaces the existing one as a whole.',
    additionalProperties: false,
    minProperties: 1,
  },
);
export type ObjectPatch = Static<typeof ObjectPatch>;

export const ObjectVersion = Named('StorageObjectVersion', 'One version of an object; it never changes.', {
  version: Whole('From 1.', 1),
  ...bytesMembers,
  created_at: Timestamp('When it was stored.'),
});

export const DownloadUrl = Named('DownloadUrl', 'A signed URL that expires.', {
  object_id: Id('obj', 'The object.'),
  version: Whole('The version it reads.', 1),
  url: Text('The URL. GET it without a token.', 'http://127.0.0.1:8333/tidemill/objects/…', { format: 'uri' }),
  expires_at: Timestamp('When it expires.'),
  disposition: Text('`attachment`, or `inline` where the type is harmless.', 'attachment'),
  filename: Text('Name the download is saved under.', 'report.pdf'),
  content_type: Text('Media type it is delivered with.', 'application/pdf'),
  size_bytes: Whole('Size.', 182_342),
});

const OBJECT_CURSOR = Buffer.from('2026-03-14T09:26:53.589Z obj_01k9zt6v3c8wq4m2n7r5x0ybhd').toString('base64url');

export const PAGES = { usual: 50, most: 500 };

/** Query members of a list. */
export const page = (what: string, cursor = OBJECT_CURSOR) => ({
  limit: Type.Optional(
    Whole(`${what} a page. Default ${PAGES.usual}.`, PAGES.usual, { minimum: 1, maximum: PAGES.most }),
  ),
  cursor: Type.Optional(
    Text('`next_cursor` of the previous page.', cursor, {
      maxLength: 256,
      pattern: '^[A-Za-z0-9_-]+$',
    }),
  ),
});

const nextCursor = Nullable(
  Text('Pass as `cursor` for the next page; `null` on the last page.', OBJECT_CURSOR, { title: 'ObjectCursor' }),
);

export const ObjectList = Named('StorageObjectList', 'A page of objects.', {
  items: List(StorageObject, 'The objects.'),
  next_cursor: nextCursor,
});

export const ObjectVersionList = Named('StorageObjectVersionList', 'A page of versions.', {
  items: List(ObjectVersion, 'The versions.'),
  next_cursor: nextCursor,
});
