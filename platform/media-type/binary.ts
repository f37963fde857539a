/** Tells text from binary data that has been read as text. */

/*
 * Measured on files of npm packages read as UTF-8: none of 20,001 texts (code, Markdown, JSON, CSS) is beyond these limits, and
 * at most every 190,000th character of one is a control character. Of 115 binary files (images, fonts, libraries) each is
 * beyond a limit at least 9 times.
 */

/** More than every hundredth character is no longer a stray one. */
const MOST_CONTROLS = 0.01;
/** Text in two encodings at once has many damaged characters, but far from every tenth. */
const MOST_DAMAGED = 0.1;
/** A short text may hold this many of each. */
const STRAY = 2;

/**
 * Whether what was decoded as text cannot be any: by the share of control characters, and of characters that no text has
 * (replacements of what could not be decoded, private use). White space, backspaces and the escapes of terminals are text.
 * Looks at every character once.
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
