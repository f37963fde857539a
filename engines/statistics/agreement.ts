/** Agreement of two raters beyond chance: Cohen's kappa (1960). */

/** At most 1; 1 when both always give the same one label. The two lists are of one length, not empty. */
export function cohensKappa<Label>(first: readonly Label[], second: readonly Label[]): number {
  const share = 1 / first.length;
  const [byFirst, bySecond] = [sharesOf(first), sharesOf(second)];
  const observed = first.reduce((sum, label, index) => sum + (label === second[index] ? share : 0), 0);
  let expected = 0;
  for (const [label, part] of byFirst) expected += part * (bySecond.get(label) ?? 0);
  return expected === 1 ? 1 : (observed - expected) / (1 - expected);
}

function sharesOf<Label>(labels: readonly Label[]): Map<Label, number> {
  const shares = new Map<Label, number>();
  for (const label of labels) shares.set(label, (shares.get(label) ?? 0) + 1 / labels.length);
  return shares;
}
