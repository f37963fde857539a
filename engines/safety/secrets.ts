/** Credentials that their issuers give a form of their own, and what is written as a password. */

export const SECRETS: readonly RegExp[] = [
  /-----BEGIN (?:[A-Z]{2,9} ){0,3}PRIVATE KEY-----/g,
  // Amazon, GitHub, GitLab, Google, Slack, Stripe, OpenAI and Anthropic.
  /(?<![A-Za-z\d_])(?:AKIA|ASIA)[A-Z\d]{16}(?![A-Za-z\d_])/g,
  /(?<![A-Za-z\d_])gh[pousr]_[A-Za-z\d]{36}(?![A-Za-z\d_])/g,
  /(?<![A-Za-z\d_])(?:github_pat_|glpat-)[\w-]{20,100}/g,
  /(?<![A-Za-z\d_])AIza[\w-]{35}(?![\w-])/g,
  /(?<![A-Za-z\d_])xox[abeoprs]-[\dA-Za-z-]{10,100}/g,
  /(?<![A-Za-z\d_])[rs]k_(?:live|test)_[\dA-Za-z]{16,100}/g,
  /(?<![A-Za-z\d_-])sk-[\w-]{20,200}/g,
  // JSON Web Tokens (RFC 7519).
  /(?<![\w-])eyJ[\w-]{8,2000}\.eyJ[\w-]{8,4000}\.[\w-]{16,1000}/g,
  // A value that a name announces.
  /(?<![\p{L}\d])(?:password|passwd|pwd|api[_-]?key|secret|access[_-]?token|auth[_-]?token)["']?(?: is)? ?[:=] ?["']?[^\s"',;]{6,200}/giu,
];
