/** Objects whose keys have a prefix in common: listed, and removed together. */
import { DeleteObjectsCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3';
import type { S3Client } from '@aws-sdk/client-s3';

export interface ListedObject {
  readonly key: string;
  readonly modifiedAt: Date;
}

export interface PrefixStore {
  /** All objects whose key starts with `prefix`, a page at a time. */
  list(prefix: string): AsyncIterable<readonly ListedObject[]>;
  /** Removes every object whose key starts with `prefix`, which must not be empty. How many. */
  removePrefix(prefix: string): Promise<number>;
}

export function prefixStore(client: S3Client, Bucket: string): PrefixStore {
  return {
    async *list(prefix) {
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        yield (page.Contents ?? []).flatMap(({ Key, LastModified }) =>
          Key && LastModified ? [{ key: Key, modifiedAt: LastModified }] : [],
        );
      }
    },

    async removePrefix(prefix) {
      if (prefix === '') throw new RangeError('An empty prefix would remove the whole bucket.');
      let removed = 0;
      for await (const page of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix })) {
        const Objects = (page.Contents ?? []).flatMap(({ Key }) => (Key === undefined ? [] : [{ Key }]));
        if (Objects.length === 0) continue;
        const answer = await client.send(new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } }));
        const failed = answer.Errors?.[0];
        if (failed) throw new Error(`The object store did not remove an object: ${failed.Code ?? 'unknown'}.`);
        removed += Objects.length;
      }
      return removed;
    },
  };
}
