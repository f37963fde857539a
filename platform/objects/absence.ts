/** How the store says that an object does not exist. */
import { S3ServiceException } from '@aws-sdk/client-s3';
import { ServiceError } from '../../errors/index.ts';

/** HEAD responses have no body, so their 404 is always named `NotFound`. A missing bucket is not a missing object. */
export function isAbsent(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === 'NoSuchKey' || error.name === 'NotFound');
}

export function absentIsNotFound(error: unknown): never {
  throw isAbsent(error) ? new ServiceError('not_found', 'The stored object does not exist.', {}, error) : error;
}
