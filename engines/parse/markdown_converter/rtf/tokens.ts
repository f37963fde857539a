/** RTF as tokens: groups, control words, and bytes of text. */

export type RtfToken =
  | { readonly kind: 'open' }
  /** `isLast`: no other follows in the file. */
  | { readonly kind: 'close'; readonly isLast: boolean }
  /** A control word and its number, or a control symbol. */
  | { readonly kind: 'control'; readonly word: string; readonly value: number | null }
  /** Text, one character per byte. */
  | { readonly kind: 'text'; readonly bytes: string };

const WORD = /\\([a-z]{1,32})(-?\d{1,10})? ?/iy;
const TEXT = /[^\\{}\r\n]+/y;

/** Tokens of a file whose bytes are the characters of `source`. */
export function* readTokens(source: string): Generator<RtfToken> {
  const last = source.lastIndexOf('}');
  for (let at = 0; at < source.length;) {
    const character = source[at];
    if (character === '{' || character === '}') {
      yield character === '{' ? { kind: 'open' } : { kind: 'close', isLast: at === last };
      at++;
    } else if (character === '\r' || character === '\n') {
      at++;
    } else if (character === '\\') {
      WORD.lastIndex = at;
      const match = WORD.exec(source);
      if (match !== null) {
        const [all, word = '', digits] = match;
        at += all.length;
        const value = digits === undefined ? null : Number(digits);
        // Raw binary data, skipped.
        if (word === 'bin') at += Math.max(0, value ?? 0);
        else yield { kind: 'control', word, value };
      } else if (source[at + 1] === "'") {
        const code = Number.parseInt(source.slice(at + 2, at + 4), 16);
        if (!Number.isNaN(code)) yield { kind: 'text', bytes: String.fromCharCode(code) };
        at += 4;
      } else {
        yield { kind: 'control', word: source[at + 1] ?? '', value: null };
        at += 2;
      }
    } else {
      TEXT.lastIndex = at;
      const bytes = TEXT.exec(source)?.[0] ?? '';
      yield { kind: 'text', bytes };
      at += Math.max(1, bytes.length);
    }
  }
}
