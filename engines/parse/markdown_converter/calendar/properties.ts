/** The lines of a calendar (iCalendar, RFC 5545). */

export interface Property {
  /** Upper case. */
  readonly name: string;
  readonly parameters: ReadonlyMap<string, string>;
  /** Verbatim, escapes included. */
  readonly value: string;
}

/** The properties, one per line; a line that begins with a space continues the one before it. */
export function* readProperties(calendar: string): Generator<Property> {
  for (const line of calendar.replace(/(?:\r\n?|\n)[ \t]/g, '').split(/\r\n?|\n/)) {
    const [head = '', value] = splitAt(line, ':', 2);
    if (value === undefined) continue;
    const [name = '', ...parameters] = splitAt(head, ';', Infinity);
    yield {
      name: name.trim().toUpperCase(),
      parameters: new Map(
        parameters.map((parameter) => {
          const [key = '', content = ''] = splitAt(parameter, '=', 2);
          return [key.toUpperCase(), content.replace(/^"|"$/g, '')];
        }),
      ),
      value,
    };
  }
}

/** Splits at a character outside quotes, into at most so many parts. */
function splitAt(line: string, separator: string, most: number): string[] {
  const parts: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let at = 0; at < line.length && parts.length < most - 1; at++) {
    if (line[at] === '"') isQuoted = !isQuoted;
    if (line[at] !== separator || isQuoted) continue;
    parts.push(line.slice(start, at));
    start = at + 1;
  }
  return [...parts, line.slice(start)];
}

/** Text without the escapes of commas, semicolons and line feeds. */
export function plain(value: string): string {
  return value.replace(/\\([\\,;nN])/g, (_, character: string) => (/n/i.test(character) ? '\n' : character)).trim();
}
