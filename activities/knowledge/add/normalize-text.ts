/** One form for texts that differ only in how they are written: line ends, Unicode forms, white space at line ends, blank lines. */
export function normalizeText(text: string): string {
  const lines: string[] = [];
  let blank = 0;
  for (const line of text.toWellFormed().normalize('NFC').replaceAll('\r\n', '\n').replaceAll('\r', '\n').split('\n')) {
    const trimmed = line.trimEnd();
    blank = trimmed === '' ? blank + 1 : 0;
    if (blank < 2) lines.push(trimmed);
  }
  return lines.join('\n').trim();
}
