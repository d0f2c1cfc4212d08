/**
 * Where to go after signing in: a path of this site, or Home. Refuses paths that browsers resolve to another host ('//evil',
 * '/\evil', also with tabs and line breaks), calls of the API, and the form itself.
 */
export function safeReturnTo(value: string | null | undefined): string {
  if (value === null || value === undefined) return '/'
  // oxlint-disable-next-line no-control-regex
  const isPath = /^\/(?![/\\])[^\\\s\u0000-\u001f\u007f]*$/.test(value)
  return isPath && !/^\/(api|auth)(?=[/?#]|$)/.test(value) ? value : '/'
}
