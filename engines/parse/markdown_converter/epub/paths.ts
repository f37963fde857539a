/** Paths inside a book. */

/** Resolves a relative address in a file to a path, without fragment and query. Empty for an invalid address. */
export function resolvePath(from: string, address: string): string {
  return pathOf(URL.parse(encodeURI(decode(address.split(/[?#]/, 1)[0] ?? '')), bookUrl(from))?.href ?? '');
}

/** Base URL of a file for relative links. Its scheme is fictitious, to distinguish the book's links from web links. */
export const bookUrl = (path: string): string => `book:///${encodeURI(path)}`;

/** The file of an address made with {@link bookUrl}. */
export function pathOf(address: string): string {
  return decode(address.replace(/^book:\/{0,3}/, '').split(/[?#]/, 1)[0] ?? '');
}

export const isInBook = (address: string): boolean => address.startsWith('book:');

/** The part after `#`, or empty. */
export const fragmentOf = (address: string): string =>
  decode(address.includes('#') ? address.slice(address.indexOf('#') + 1) : '');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
