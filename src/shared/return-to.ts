/**
 * Where to go after signing in: a path of this site, or Home. Addresses that browsers read as another host's ('//evil',
 * '/\evil', and what becomes one when they drop tabs and line breaks) are not paths, and nobody is sent to a call of the API,
 * which could sign them out, or back to the form.
 */
export function safeReturnTo(value: string | null | undefined): string {
  if (value === null || value === undefined) return '/'
  // oxlint-disable-next-line no-control-regex
  const isPath = /^\/(?![/\\])[^\\\s\u0000-\u001f\u007f]*$/.test(value)
  return isPath && !/^\/(api|auth)(?=[/?#]|$)/.test(value) ? value : '/'
}
