/**
 * The Content-Security-Policy of every page: allows only files of this site. It does not restrict
 * `frame-ancestors`, because teachers embed these pages; a <meta> policy could not restrict it anyway.
 */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  // The preview of an embedded frame.
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');
