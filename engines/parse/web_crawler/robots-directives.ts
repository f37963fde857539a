/**
 * Whether a page asks robots for something, in a `meta` element or the header `X-Robots-Tag`: `noindex, nofollow`.
 * `none` means both; what is asked of another robot by name (`otherbot: noindex`) does not count.
 */
export function hasDirective(directives: string, wanted: string): boolean {
  let isForOthers = false;
  return directives.split(',').some((part) => {
    const name = /^\s*([\w-]+)\s*:/.exec(part.toLowerCase())?.[1];
    const rest = (name === undefined ? part : part.slice(part.indexOf(':') + 1)).trim().toLowerCase();
    // A name holds until the next one.
    if (name !== undefined && !/^(max-|unavailable_after)/.test(name)) isForOthers = name !== 'tidemill';
    return !isForOthers && (rest === wanted || rest === 'none');
  });
}
