/** Programming languages by file extension. The type `text/x-<language>` uses the language name of Markdown fences. */

const EXTENSIONS: Readonly<Record<string, string>> = {
  bash: 'bash sh zsh',
  c: 'c h',
  cpp: 'cc cpp cxx hpp hh',
  csharp: 'cs',
  css: 'css',
  dart: 'dart',
  diff: 'diff patch',
  dockerfile: 'dockerfile',
  elixir: 'ex exs',
  erlang: 'erl',
  fortran: 'f90 f95',
  go: 'go',
  graphql: 'graphql gql',
  groovy: 'groovy gradle',
  haskell: 'hs',
  hcl: 'hcl tf',
  ini: 'ini cfg conf properties',
  java: 'java',
  javascript: 'js mjs cjs jsx',
  julia: 'jl',
  kotlin: 'kt kts',
  less: 'less',
  lisp: 'lisp el clj scm',
  lua: 'lua',
  makefile: 'mk makefile',
  matlab: 'm',
  ocaml: 'ml mli',
  perl: 'pl pm',
  php: 'php',
  powershell: 'ps1 psm1',
  protobuf: 'proto',
  python: 'py pyi',
  r: 'r',
  ruby: 'rb',
  rust: 'rs',
  scala: 'scala',
  scss: 'scss sass',
  sql: 'sql',
  swift: 'swift',
  tex: 'sty cls',
  toml: 'toml',
  typescript: 'ts tsx mts cts',
  vb: 'vb vbs bas',
  vue: 'vue svelte',
  yaml: 'yaml yml',
};

const BY_EXTENSION = new Map(
  Object.entries(EXTENSIONS).flatMap(([language, list]) =>
    list.split(' ').map((extension) => [extension, `text/x-${language}`] as const),
  ),
);

export const SOURCE_CODE_TYPES: readonly string[] = Object.keys(EXTENSIONS).map((language) => `text/x-${language}`);

/** The type of source code with this extension (lower case, without the dot); `null` for other extensions. */
export function sourceCodeType(extension: string): string | null {
  return BY_EXTENSION.get(extension) ?? null;
}
