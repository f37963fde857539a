/**
 * Whether robots directives, from a `meta` element or the header `X-Robots-Tag`, include the given one: `noindex,
 * nofollow`. `none` means both; directives for another robot (`otherbot: noindex`) are ignored.
 */
export function hasDirective(directives: string, wanted: string): boolean {
  let isForOthers = false;
  return directives.split(',').some((part) => {
    const name = /^\s*([\w-]+)\s*:/.exec(part.toLowerCase())?.[1];
    const rest = (name === undefined ? part : part.slice(part.indexOf(':') + 1)).trim().toLowerCase();
    // A robot's name applies until the next one.
    if (name !== undefined && !/^(max-|unavailable_after)/.test(name)) isForOthers = name !== 'tidemill';
    return !isForOthers && (rest === wanted || rest === 'none');
  });
}
