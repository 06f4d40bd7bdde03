/**
 * The Content-Security-Policy of every page: our own files and nothing else. `frame-ancestors` is
 * left open on purpose (teachers embed these pages) and cannot stand in a <meta> anyway.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
