/** Decides which addresses a document may link to. */

/**
 * Protocols that open, call or write. Excludes everything that a browser executes or that accesses the local machine.
 */
const PROTOCOLS = new Set(
  (
    'http https mailto tel ftp ftps sftp sms xmpp matrix irc ircs news nntp geo webcal magnet urn doi cid ' +
    'attachment'
  ).split(' '),
);

/** Bitmaps in data URLs. No SVG, which may contain scripts. */
const BITMAP = /^image\/(?:png|jpe?g|gif|webp|avif|bmp)[;,]/i;

/** Whether an address is relative or has an allowed protocol, parsed by the rules of the URL Standard. */
export function isSafeAddress(address: string): boolean {
  return isSafe(address, 0, literally);
}

/**
 * The same for an address at `from` in Markdown or HTML, with entities and backslashes not yet resolved. Reads only
 * its protocol.
 */
export function isSafeWritten(source: string, from = 0): boolean {
  return isSafe(source, from, unescaped);
}

interface Unit {
  readonly character: string;
  readonly end: number;
}

type ReadUnit = (text: string, at: number) => Unit;

function isSafe(address: string, from: number, read: ReadUnit): boolean {
  let protocol = '';
  for (let at = from; at < address.length;) {
    const { character, end } = read(address, at);
    at = end;
    // Parsers strip white space and control characters, and storage may drop noncharacters.
    if (/^\p{C}$/u.test(character) || (character === ' ' && protocol === '')) continue;
    if (character === ':') {
      const name = protocol.toLowerCase();
      return PROTOCOLS.has(name) || (name === 'data' && BITMAP.test(address.slice(at, at + 20)));
    }
    if (!(protocol === '' ? /[a-z]/i : /[a-z\d+.-]/i).test(character)) return true;
    protocol += character;
  }
  return true;
}

const literally: ReadUnit = (text, at) => {
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  return { character, end: at + character.length };
};

/** HTML's named entities for characters of a protocol, or for characters that parsers strip. */
const PROTOCOL_ENTITIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Tab: '\t',
    NewLine: '\n',
    colon: ':',
    plus: '+',
    period: '.',
  }),
);

const REFERENCE = /&(?:#x0*([\da-f]{1,6})|#0*(\d{1,7})|([a-z]{1,24}));?/iy;

const unescaped: ReadUnit = (text, at) => {
  const character = text[at] ?? '';
  if (character === '\\')
    return /[!-/:-@[-`{-~]/.test(text[at + 1] ?? '') ? literally(text, at + 1) : { character, end: at + 1 };
  if (character !== '&') return literally(text, at);
  REFERENCE.lastIndex = at;
  const [whole = '&', hex, decimal, name] = REFERENCE.exec(text) ?? [];
  const end = at + whole.length;
  if (name !== undefined) return { character: PROTOCOL_ENTITIES.get(name) ?? '&', end };
  const code = hex === undefined ? Number(decimal ?? 0x26) : Number.parseInt(hex, 16);
  return { character: code <= 0x10ffff ? String.fromCodePoint(code) : '&', end };
};
