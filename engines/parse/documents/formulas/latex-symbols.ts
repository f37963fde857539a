/** LaTeX names of the characters that Office equations use. */

/** Symbols by name, as pairs of a character and a command without its backslash. */
export const SYMBOLS: ReadonlyMap<string, string> = pairs(`
  α alpha   β beta   γ gamma   δ delta   ε epsilon   ϵ epsilon   ζ zeta   η eta   θ theta   ϑ vartheta
  ι iota   κ kappa   λ lambda   μ mu   ν nu   ξ xi   π pi   ρ rho   σ sigma   ς varsigma   τ tau   υ upsilon
  φ phi   ϕ phi   χ chi   ψ psi   ω omega   Γ Gamma   Δ Delta   Θ Theta   Λ Lambda   Ξ Xi   Π Pi   Σ Sigma
  Φ Phi   Ψ Psi   Ω Omega   ± pm   ∓ mp   × times   ÷ div   ⋅ cdot   · cdot   ∗ ast   ≤ leq   ≥ geq   ≠ neq
  ≈ approx   ≡ equiv   ∼ sim   ≅ cong   ∝ propto   ≪ ll   ≫ gg   ∞ infty   ∂ partial   ∇ nabla   ∈ in
  ∉ notin   ∋ ni   ⊂ subset   ⊆ subseteq   ⊃ supset   ⊇ supseteq   ∪ cup   ∩ cap   ∅ emptyset   ∀ forall
  ∃ exists   ¬ neg   ∧ wedge   ∨ vee   → rightarrow   ← leftarrow   ↔ leftrightarrow   ⇒ Rightarrow
  ⇐ Leftarrow   ⇔ Leftrightarrow   ↦ mapsto   ↑ uparrow   ↓ downarrow   … ldots   ⋯ cdots   ⋮ vdots   ⋱ ddots
  ∑ sum   ∏ prod   ∐ coprod   ∫ int   ∬ iint   ∭ iiint   ∮ oint   ⋃ bigcup   ⋂ bigcap   ⋁ bigvee   ⋀ bigwedge
  √ surd   ∠ angle   ⊥ perp   ∥ parallel   ° degree   ′ prime   ℏ hbar   ℓ ell   ℜ Re   ℑ Im   ℵ aleph
  ⊕ oplus   ⊗ otimes   ∘ circ   ⟨ langle   ⟩ rangle   ⌈ lceil   ⌉ rceil   ⌊ lfloor   ⌋ rfloor   ∣ mid
  ℝ mathbb{R}   ℕ mathbb{N}   ℤ mathbb{Z}   ℚ mathbb{Q}   ℂ mathbb{C}
`);

/** Accents by the combining or spacing character that Office stores. */
export const ACCENTS: ReadonlyMap<string, string> = new Map([
  ['\u0300', 'grave'],
  ['\u0301', 'acute'],
  ['\u0302', 'hat'],
  ['^', 'hat'],
  ['\u0303', 'tilde'],
  ['~', 'tilde'],
  ['\u0304', 'bar'],
  ['\u0305', 'overline'],
  ['\u00af', 'overline'],
  ['\u0306', 'breve'],
  ['\u0307', 'dot'],
  ['\u0308', 'ddot'],
  ['\u20db', 'dddot'],
  ['\u030c', 'check'],
  ['\u20d7', 'vec'],
  ['\u20d6', 'overleftarrow'],
  ['\u2192', 'vec'],
]);

/** Function names with a LaTeX command that sets them upright. */
export const FUNCTIONS: ReadonlySet<string> = new Set(
  words(`
    sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh log ln
    lim max min sup inf exp det gcd arg dim ker deg
  `),
);

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}

function pairs(list: string): ReadonlyMap<string, string> {
  const flat = words(list);
  const map = new Map<string, string>();
  for (let i = 0; i + 1 < flat.length; i += 2) map.set(flat[i] ?? '', flat[i + 1] ?? '');
  return map;
}
