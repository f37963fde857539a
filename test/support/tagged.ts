/** The texts between the tags of this name in the data of a prompt, in their order. */
export function tagged(data: string, tag: string): string[] {
  return data
    .split(`</${tag}>`)
    .slice(0, -1)
    .map((before) =>
      before
        .slice(before.lastIndexOf(`<${tag}`))
        .replace(/^[^\n]*\n/, '')
        .replace(/\n$/, ''),
    );
}
