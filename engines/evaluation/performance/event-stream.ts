/** Server-sent events (WHATWG HTML, section 9.2) out of the chunks of a response that has ended. */

/** A part of a response body as the socket delivered it. */
export interface ArrivedChunk {
  /** By the clock of the generator, in milliseconds. */
  readonly at: number;
  readonly bytes: Uint8Array;
}

export interface ArrivedEvent {
  /** When the chunk came that completed it. */
  readonly at: number;
  /** Its `data` lines, joined by line feeds. */
  readonly data: string;
}

/** Events with data. One that the end of the body cuts off is not an event. Lines end with LF or CRLF. */
export function* readEvents(chunks: readonly ArrivedChunk[]): Generator<ArrivedEvent> {
  const decoder = new TextDecoder();
  let line = '';
  let data: string[] = [];
  for (const { at, bytes } of chunks) {
    const text = decoder.decode(bytes, { stream: true });
    let from = 0;
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', from)) {
      line += text.slice(from, end);
      from = end + 1;
      if (line.endsWith('\r')) line = line.slice(0, -1);
      if (line.startsWith('data:')) data.push(line.slice(line.startsWith('data: ') ? 6 : 5));
      else if (line === '' && data.length > 0) {
        yield { at, data: data.join('\n') };
        data = [];
      }
      line = '';
    }
    line += text.slice(from);
  }
}
