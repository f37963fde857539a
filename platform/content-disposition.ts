/**
 * A `Content-Disposition` value (RFC 6266) whose file name every client reads: plain ASCII in `filename`, and the
 * exact name in `filename*` (RFC 8187) when it has other characters. Folders, control characters and lone surrogates
 * are dropped, so the value is always a safe header; an empty name becomes `download`.
 */
export function contentDisposition(disposition: 'attachment' | 'inline', filename: string): string {
  const base = filename.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const name = base.replaceAll(/\p{Cc}/gu, '').trim() || 'download';
  // Some clients decode "%41" inside `filename`, so the fallback has no percent sign either.
  const fallback = name.replaceAll(/[^ -~]|%/gu, '_');
  const quoted = fallback.replaceAll(/["\\]/g, String.raw`\$&`);
  const plain = `${disposition}; filename="${quoted}"`;
  return fallback === name ? plain : `${plain}; filename*=UTF-8''${extendedValue(name)}`;
}

/** Types that a browser can display without executing content. */
const HARMLESS = /^(?:image\/(?!svg)|audio\/|video\/|text\/plain|text\/csv|text\/markdown|application\/pdf)/;

/** `inline` only for types that execute nothing in a browser; active content is always an attachment. */
export function safeDisposition(wanted: 'attachment' | 'inline', mediaType: string): 'attachment' | 'inline' {
  return wanted === 'inline' && HARMLESS.test(mediaType) ? 'inline' : 'attachment';
}

/** Percent-encodes everything outside RFC 8187's `attr-char`; encodeURIComponent leaves four such characters. */
function extendedValue(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
