/** Expands the macros that a LaTeX document defines itself. */
import { append } from '../../documents/append.ts';
import type { Token } from './tokens.ts';

interface Macro {
  readonly parameters: number;
  /** Value of the first parameter when it is optional. */
  readonly preset: readonly Token[] | null;
  readonly body: readonly Token[];
}

export interface Expanded {
  readonly tokens: readonly Token[];
  /** Titles of environments that the document defines as theorems, by name. */
  readonly theorems: ReadonlyMap<string, readonly Token[]>;
  /** Whether the macros come to more than the limit; later ones are not expanded. */
  readonly isLimited: boolean;
}

/** Expanded tokens in proportion to those of the document: far above papers, in which 0.3 is much. */
const GROWTH = 2;
const LEAST = 50_000;
const MAX_PARAMETERS = 9;

const DEFINING = /^\\(newcommand|renewcommand|providecommand|DeclareRobustCommand)\*?$/;
const DEFINING_ENVIRONMENT = /^\\(re)?newenvironment\*?$/;

/**
 * Replaces macros by their bodies, in the order of the text. `isKnown` names the commands that the reader understands
 * and that stay as they are. Work and output are limited, whatever the macros refer to.
 */
export function expandMacros(source: readonly Token[], isKnown: (command: string) => boolean): Expanded {
  const stream = new TokenStream(source);
  const macros = new Map<string, Macro>();
  const theorems = new Map<string, readonly Token[]>();
  const tokens: Token[] = [];
  let left = LEAST + GROWTH * source.length;
  for (let token = stream.next(); token !== undefined; token = stream.next()) {
    if (typeof token !== 'string' || !token.startsWith('\\')) {
      tokens.push(token);
    } else if (DEFINING.test(token)) {
      define(nameOf(stream.argument()), readMacro(stream));
    } else if (token === '\\def') {
      define(nameOf([stream.next() ?? '']), readPlainMacro(stream));
    } else if (DEFINING_ENVIRONMENT.test(token)) {
      const name = nameOf(stream.argument());
      define(`\\begin{${name}}`, readMacro(stream));
      define(`\\end{${name}}`, { parameters: 0, preset: null, body: stream.argument() });
    } else if (/^\\DeclareMathOperator\*?$/.test(token)) {
      const name = nameOf(stream.argument());
      define(name, { parameters: 0, preset: null, body: ['\\operatorname', '{', ...stream.argument(), '}'] });
    } else if (/^\\newtheorem\*?$/.test(token)) {
      const name = nameOf(stream.argument());
      stream.optional();
      theorems.set(name, stream.argument());
      stream.optional();
    } else {
      expand(token);
    }
  }
  return { tokens, theorems, isLimited: left <= 0 };

  function define(name: string, macro: Macro): void {
    if (name !== '' && !isKnown(name)) macros.set(name, macro);
  }

  function expand(token: string): void {
    const macro = macros.get(token);
    if (macro === undefined || left <= 0) {
      tokens.push(token);
      return;
    }
    const values: (readonly Token[])[] = [];
    if (macro.preset !== null) values.push(stream.optional() ?? macro.preset);
    while (values.length < macro.parameters) values.push(stream.argument());
    if (macro.parameters === 0 && macro.body.at(-1) !== '\\xspace' && !token.includes('{')) stream.skipSpace();
    const body = substitute(macro.body, values);
    left -= 1 + body.length;
    stream.push(body);
  }
}

/** `[2][preset]{body}` */
function readMacro(stream: TokenStream): Macro {
  const parameters = Number.parseInt(rawText(stream.optional() ?? []), 10) || 0;
  const preset = parameters > 0 ? stream.optional() : null;
  return { parameters: Math.min(Math.max(0, parameters), MAX_PARAMETERS), preset, body: stream.argument() };
}

/** `#1#2{body}` */
function readPlainMacro(stream: TokenStream): Macro {
  let parameters = 0;
  for (let token = stream.next(); token !== undefined; token = stream.next()) {
    if (token === '{') break;
    if (typeof token === 'string' && /^#\d$/.test(token)) parameters++;
  }
  return { parameters: Math.min(parameters, MAX_PARAMETERS), preset: null, body: stream.group() };
}

function substitute(body: readonly Token[], values: readonly (readonly Token[])[]): Token[] {
  const substituted: Token[] = [];
  for (const token of body) {
    const parameter = typeof token === 'string' && token.length === 2 && token.startsWith('#') ? Number(token[1]) : NaN;
    if (Number.isNaN(parameter)) substituted.push(token);
    else append(substituted, values[parameter - 1] ?? []);
  }
  return substituted;
}

const rawText = (tokens: readonly Token[]): string =>
  tokens.map((token) => (typeof token === 'string' ? token : token.code)).join('');

const nameOf = (tokens: readonly Token[]): string => rawText(tokens).trim();

/** Reads tokens, first those of macros just expanded. */
class TokenStream {
  readonly #frames: { readonly tokens: readonly Token[]; at: number }[] = [];

  constructor(tokens: readonly Token[]) {
    this.push(tokens);
  }

  push(tokens: readonly Token[]): void {
    this.#drop();
    this.#frames.push({ tokens, at: 0 });
  }

  next(): Token | undefined {
    this.#drop();
    const frame = this.#frames.at(-1);
    return frame?.tokens[frame.at++];
  }

  skipSpace(): void {
    while (this.#peek() === ' ') this.next();
  }

  /** A group without its braces, or a single token. */
  argument(): readonly Token[] {
    this.skipSpace();
    const token = this.next();
    if (token === '{') return this.group();
    return token === undefined ? [] : [token];
  }

  /** The rest of a group whose brace has been read. */
  group(): readonly Token[] {
    return this.#until('}');
  }

  /** What brackets hold; `null` without any. */
  optional(): readonly Token[] | null {
    this.skipSpace();
    if (this.#peek() !== '[') return null;
    this.next();
    return this.#until(']');
  }

  #until(end: string): Token[] {
    const tokens: Token[] = [];
    let depth = 0;
    for (let token = this.next(); token !== undefined; token = this.next()) {
      if (depth === 0 && token === end) break;
      if (token === '{') depth++;
      if (token === '}') depth--;
      tokens.push(token);
    }
    return tokens;
  }

  #peek(): Token | undefined {
    this.#drop();
    const frame = this.#frames.at(-1);
    return frame?.tokens[frame.at];
  }

  /** Drops what has been read to its end, so that a macro that ends with itself takes no memory. */
  #drop(): void {
    for (let frame = this.#frames.at(-1); frame !== undefined && frame.at >= frame.tokens.length;) {
      this.#frames.pop();
      frame = this.#frames.at(-1);
    }
  }
}
