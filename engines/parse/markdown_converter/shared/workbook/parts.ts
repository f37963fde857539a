/** Joins the parts of a table that narrow columns or low rows set apart, as in statements of accounts. */
import type { Area, Spacers } from './grid.ts';
import type { Region } from './region.ts';

/** Regions that are one, and the rectangle around them. */
interface Group extends Area {
  readonly regions: Region[];
}

/**
 * Parts side by side have the same rows and a narrow column between them; a part above another is not wider, with a low
 * row between them. In any other case the parts may be tables of their own.
 */
export function joinParts(regions: readonly Region[], { columns, rows }: Spacers): readonly Region[] {
  if (columns.size === 0 && rows.size === 0) return regions;
  return joinStacked(joinBeside(regions, columns), rows).map((group) => ({
    ...group,
    runs: group.regions.flatMap(({ runs }) => runs).toSorted((a, b) => a.row - b.row || a.left - b.left),
    merges: group.regions.flatMap(({ merges }) => merges),
  }));
}

function joinBeside(regions: readonly Region[], narrow: ReadonlySet<number>): Group[] {
  return [...Map.groupBy(regions, ({ top, bottom }) => `${top} ${bottom}`).values()].flatMap((line) => {
    const groups: Group[] = [];
    for (const region of line.toSorted((a, b) => a.left - b.left)) {
      const { top, left, bottom, right } = region;
      const group = { top, left, bottom, right, regions: [region] };
      const last = groups.at(-1);
      const isPart = last?.right === left - 2 && narrow.has(left - 1);
      if (last !== undefined && isPart) groups.splice(-1, 1, union(last, group));
      else groups.push(group);
    }
    return groups;
  });
}

/** Takes time by the widths of the groups, which have a cell in nearly every column. */
function joinStacked(groups: readonly Group[], low: ReadonlySet<number>): Group[] {
  const joined = new Set<Group>();
  /** By their last row and their first column. */
  const ended = new Map<number, Map<number, Group>>();
  for (const group of groups.toSorted((a, b) => a.top - b.top)) {
    let whole = group;
    const above = low.has(group.top - 1) ? ended.get(group.top - 2) : undefined;
    for (let column = group.left; column <= group.right; column++) {
      const part = above?.get(column);
      if (part === undefined || part.right > group.right || !joined.delete(part)) continue;
      whole = union(part, whole);
    }
    joined.add(whole);
    const line = ended.get(whole.bottom) ?? new Map<number, Group>();
    ended.set(whole.bottom, line.set(whole.left, whole));
  }
  return [...joined];
}

/** Takes over the longer list of the two, so that a long chain of parts is not copied at each. */
function union(a: Group, b: Group): Group {
  const [longer, shorter] = a.regions.length < b.regions.length ? [b.regions, a.regions] : [a.regions, b.regions];
  for (const region of shorter) longer.push(region);
  return {
    top: Math.min(a.top, b.top),
    left: Math.min(a.left, b.left),
    bottom: Math.max(a.bottom, b.bottom),
    right: Math.max(a.right, b.right),
    regions: longer,
  };
}
