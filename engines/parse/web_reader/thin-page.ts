/** Detects pages whose text is built by scripts. */

/** Bytes of a page to inspect. */
const SAMPLE = 2 * 1024 * 1024;

/**
 * Text limits in characters without spaces: for a page that is hardly more than a frame, and for one without text. Of
 * the 204 pages of `parse` and `parse-general`, nine are thin. LITTLE_TEXT: eight at 400 (not the schedule 2919),
 * eleven at 1600. NO_TEXT: same at 0 and 240; the test of a short page with a counter.
 */
const LITTLE_TEXT = 800;
const NO_TEXT = 120;

/**
 * Ratio of script to text that indicates an application, not an article. Same at 3 and 60; the tests of `data` and of a
 * program.
 */
const SCRIPT_RATIO = 30;

/** Elements with invisible text, and their closing tags. */
const UNSEEN: ReadonlyMap<string, RegExp> = new Map([
  ['script', /<\/script/gi],
  ['style', /<\/style/gi],
  ['noscript', /<\/noscript/gi],
  ['template', /<\/template/gi],
  ['svg', /<\/svg/gi],
  ['title', /<\/title/gi],
  ['iframe', /<\/iframe/gi],
  ['select', /<\/select/gi],
  ['textarea', /<\/textarea/gi],
]);

const DEMAND = /javascript|enable (?:js|scripts)|scripts? (?:is|are) disabled/i;

/** Root elements of frameworks. */
const EMPTY_ROOT =
  /<(?:div|main|section)\b[^<>]{0,300}\bid\s*=\s*["']?(?:root|app|__next|__nuxt|___gatsby|svelte|q-app|main-app|app-root|react-root|application)\b[^<>]{0,300}>\s{0,200}<\/|<app-root\b[^<>]{0,300}>\s{0,200}<\//i;

interface Anatomy {
  /** Visible characters without spaces. */
  readonly text: number;
  /** Characters in `script` elements with code or data. */
  readonly script: number;
  /** Number of external `script` elements. */
  readonly scriptFiles: number;
  /** Text for browsers without scripts. */
  readonly noscript: string;
}

/**
 * Why a page should be rendered before it is read, as text; `null` when it has its text. `bytes` are the page in any
 * ASCII-compatible charset. Linear time.
 */
export function whyThin(bytes: Uint8Array): string | null {
  const html = Buffer.from(bytes.subarray(0, SAMPLE)).toString('latin1');
  const { text, script, scriptFiles, noscript } = anatomyOf(html);
  if (text >= LITTLE_TEXT || (script === 0 && scriptFiles === 0)) return null;
  if (EMPTY_ROOT.test(html)) return 'The page is an empty frame that its scripts fill.';
  if (DEMAND.test(noscript)) return 'The page says that it needs scripts.';
  if (text < NO_TEXT && scriptFiles > 0) return 'The page has scripts but no text.';
  if (script > text * SCRIPT_RATIO) return 'The page has much more script than text.';
  return null;
}

function anatomyOf(html: string): Anatomy {
  let text = 0;
  let script = 0;
  let scriptFiles = 0;
  let noscript = '';
  for (let at = 0; at < html.length;) {
    const open = html.indexOf('<', at);
    const end = open < 0 ? html.length : open;
    text += countVisible(html, at, end);
    if (open < 0) break;
    if (html.startsWith('<!--', open)) {
      at = past(html, '-->', open);
      continue;
    }
    const close = past(html, '>', open);
    const name = /^<([a-z][a-z\d]*)/i.exec(html.slice(open, open + 20))?.[1]?.toLowerCase() ?? '';
    at = close;
    const closing = UNSEEN.get(name);
    if (closing === undefined) continue;
    const until = endOf(html, closing, close);
    if (name === 'script') {
      const tag = html.slice(open, Math.min(close, open + 2000));
      if (/\ssrc\s*=/i.test(tag)) scriptFiles++;
      else if (!/ld\+json/i.test(tag)) script += until - close;
    }
    if (name === 'noscript' && noscript.length < 10_000) noscript += html.slice(close, until);
    at = until;
  }
  return { text, script, scriptFiles, noscript };
}

function countVisible(html: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at++) if (html.charCodeAt(at) > 32) count++;
  return count;
}

/** Index after the next `mark`, or the end. */
function past(html: string, mark: string, from: number): number {
  const at = html.indexOf(mark, from);
  return at < 0 ? html.length : at + mark.length;
}

/** End of an element's content; the end of the page when it is never closed. */
function endOf(html: string, closing: RegExp, from: number): number {
  closing.lastIndex = from;
  return closing.exec(html)?.index ?? html.length;
}
