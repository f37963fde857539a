/** The strings of a list as Python's `repr` writes it, such as `['a', "it's"]`. */
export function readPythonList(written: string): string[] {
  const strings: string[] = [];
  let open: { readonly quote: string; text: string } | null = null;
  for (let at = 0; at < written.length; at++) {
    const character = written.charAt(at);
    if (open === null) {
      if (character === "'" || character === '"') open = { quote: character, text: '' };
    } else if (character === '\\') open.text += ESCAPES[written.charAt(++at)] ?? written.charAt(at);
    else if (character === open.quote) {
      strings.push(open.text);
      open = null;
    } else open.text += character;
  }
  return strings;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' };
