/** Paths inside a book. */

/** The path that a relative address means in a file; its fragment and query are dropped. Empty for what is no address. */
export function resolvePath(from: string, address: string): string {
  return pathOf(URL.parse(encodeURI(decode(address.split(/[?#]/, 1)[0] ?? '')), bookUrl(from))?.href ?? '');
}

/** Address of a file for resolving what is relative to it: no real scheme, so that a book's links and the web's differ. */
export const bookUrl = (path: string): string => `book:///${encodeURI(path)}`;

/** The file that an address made with {@link bookUrl} means. */
export function pathOf(address: string): string {
  return decode(address.replace(/^book:\/{0,3}/, '').split(/[?#]/, 1)[0] ?? '');
}

export const isInBook = (address: string): boolean => address.startsWith('book:');

/** Part behind `#`, or empty. */
export const fragmentOf = (address: string): string =>
  decode(address.includes('#') ? address.slice(address.indexOf('#') + 1) : '');

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
