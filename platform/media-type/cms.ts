/** Detects files signed or encrypted with S/MIME (CMS, RFC 5652). */

/** In hexadecimal: a sequence that begins with the identifier of data which is signed, enveloped, encrypted or compressed. */
const BINARY =
  /^30(?:[0-7].|80|81.{2}|82.{4}|83.{6}|84.{8})06(?:092a864886f70d0107(?:02|03|06)|0b2a864886f70d01091001(?:09|17))/;
const ARMOR = /^\s*-----BEGIN (?:PKCS7|CMS)-----/;
/** `MI` is a sequence of 128 bytes or more. */
const BASE64 = /^MI[\w+/]{30}/;

export function isCms(head: Uint8Array): boolean {
  const start = Buffer.from(head.subarray(0, 64));
  if (BINARY.test(start.toString('hex'))) return true;
  const text = start.toString('latin1');
  if (ARMOR.test(text)) return true;
  return BASE64.test(text) && BINARY.test(Buffer.from(text.slice(0, 32), 'base64').toString('hex'));
}
