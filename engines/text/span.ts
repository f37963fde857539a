export interface Span {
  /** Offsets in UTF-16 code units: of the first one, and of the one after the last. */
  readonly start: number;
  readonly end: number;
}
