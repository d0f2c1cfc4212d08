/**
 * What a page may load. `style-src-attr` is open because positioned widgets and charts set style attributes. While developing,
 * Vite replaces styles in the page and is told of changes over a web socket. A tracker's script has the nonce; it may report to
 * where it came from.
 */
export const contentSecurityPolicy = (nonce: string, isDevelopment: boolean, trackerOrigin: string | undefined): string =>
  [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    isDevelopment ? "style-src 'self' 'unsafe-inline'" : `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: https:",
    "font-src 'self'",
    ["connect-src 'self'", ...(isDevelopment ? ['ws:'] : []), ...(trackerOrigin === undefined ? [] : [trackerOrigin])].join(' '),
    "frame-src 'self' https:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
