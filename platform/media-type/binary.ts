/** Detects binary data that was decoded as text. */

/*
 * Measured on files of npm packages read as UTF-8: none of 20,001 texts (code, Markdown, JSON, CSS) exceeds these
 * limits; their share of control characters is at most 1 in 190,000. Each of 115 binary files (images, fonts,
 * libraries) exceeds a limit at least ninefold.
 */

/** Maximum share of control characters. */
const MOST_CONTROLS = 0.01;
/** Maximum share of damaged characters. Text with mixed encodings has many, but far fewer than a tenth. */
const MOST_DAMAGED = 0.1;
/** Number of each that a short text may contain. */
const STRAY = 2;

/**
 * Whether decoded text is in fact binary data, by the share of control characters and of characters that text does
 * not contain (replacement characters, private use). White space, backspaces and terminal escapes count as text.
 * Linear time.
 */
export function isBinary(text: string): boolean {
  let controls = 0;
  let damaged = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20) {
      if ((code < 8 || code > 13 || code === 11) && code !== 27) controls++;
    } else if (code === 0xfffd || (code >= 0xe000 && code <= 0xf8ff)) {
      damaged++;
    }
  }
  return (
    controls > Math.max(STRAY, text.length * MOST_CONTROLS) || damaged > Math.max(STRAY, text.length * MOST_DAMAGED)
  );
}
