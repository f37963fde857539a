/** Records of a workbook's stream ([MS-XLS] BIFF8 and BIFF5): long ones continue in the following records. */

export interface XlsRecord {
  readonly type: number;
  /** Offset in the stream. */
  readonly offset: number;
  /** Its data, and that of each continuation record. */
  readonly parts: readonly Buffer[];
}

/** What `read` gives, or `otherwise` where it throws a RangeError: offsets in damaged records point outside them. */
export function orElse<T>(read: () => T, otherwise: () => T): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return otherwise();
  }
}

const CONTINUE = 0x3c;
const HEADER = 4;

/** The records from an offset to the end of the stream or to a truncated record. */
export function* recordsFrom(stream: Buffer, from: number): Generator<XlsRecord> {
  for (let at = from; at + HEADER <= stream.length;) {
    const offset = at;
    const type = stream.readUInt16LE(at);
    const parts: Buffer[] = [];
    do {
      const end = at + HEADER + stream.readUInt16LE(at + 2);
      if (end > stream.length) return;
      parts.push(stream.subarray(at + HEADER, end));
      at = end;
    } while (at + HEADER <= stream.length && stream.readUInt16LE(at) === CONTINUE);
    yield { type, offset, parts };
  }
}
