/** Files signed with S/MIME (CMS, RFC 5652): what is signed lies in them unencrypted. Signatures are not checked. */
import { Constructed, fromBER, ObjectIdentifier, OctetString, type AsnType } from 'asn1js';
import { ServiceError } from '../../../../errors/index.ts';
import type { ParsedDocument, ParseInput } from '../../documents/types.ts';
import type { ConvertNested } from '../shared/nested.ts';

/** Files are written in pieces of about a kilobyte. */
const MAX_NODES = 500_000;
const SEQUENCE = 0x30;
const SIGNED_DATA = '1.2.840.113549.1.7.2';
const COMPRESSED_DATA = '1.2.840.113549.1.9.16.1.9';

/** Converts the signed file. Throws `encrypted`, `corrupt`, and `empty` for a signature or certificates alone. */
export async function convertCms({ bytes, filename }: ParseInput, convert: ConvertNested): Promise<ParsedDocument> {
  const content = signedContent(bytes);
  if (content === null) throw new ServiceError('empty', 'The file has a signature or certificates, but no document.');
  const name = (filename ?? '').replace(/\.(p7m|p7s|p7b|pem)$/i, '');
  // A signed message begins with the headers of its text, of which there are too few to tell without a hint.
  return convert({ name, read: () => content, declared: 'message/rfc822' });
}

/** What is signed; `null` if it is in another file. Throws `encrypted`, `corrupt`. */
export function signedContent(bytes: Uint8Array): Uint8Array | null {
  const { result, offset } = fromBER(binary(bytes), { maxNodes: MAX_NODES, parseEmbedded: false });
  const [type, wrapped] = childrenOf(result);
  if (offset === -1 || !(type instanceof ObjectIdentifier)) throw corrupt();
  const kind = type.getValue();
  if (kind === COMPRESSED_DATA) throw new ServiceError('unsupported_type', 'The message is compressed.');
  if (kind !== SIGNED_DATA) throw new ServiceError('encrypted', 'The message is encrypted.');
  // The version, the digests, then what is signed: its type and, in a wrapper, its bytes.
  const [, , signed] = childrenOf(childrenOf(wrapped)[0]);
  const content = childrenOf(childrenOf(signed)[1])[0];
  if (content === undefined) return null;
  if (!(content instanceof OctetString)) throw corrupt();
  return new Uint8Array(content.getValue());
}

const childrenOf = (element: AsnType | undefined): readonly AsnType[] =>
  element instanceof Constructed ? element.valueBlock.value : [];

const corrupt = (): ServiceError => new ServiceError('corrupt', 'The signed file is damaged.');

/** Files saved as text are in Base64, with lines around it or not. */
function binary(bytes: Uint8Array): Uint8Array {
  if (bytes[0] === SEQUENCE) return bytes;
  return Buffer.from(
    Buffer.from(bytes)
      .toString('latin1')
      .replace(/^-----.*-----$/gm, ''),
    'base64',
  );
}
