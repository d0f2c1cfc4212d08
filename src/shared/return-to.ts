/**
 * The path to return to after signing in: a path of this site, or Home. Refused are addresses that browsers read as another host's
 * ('//evil', '/\\evil', '/..//evil', and what becomes one without tabs and line breaks), calls of the API, which could sign the
 * visitor out, and the sign-in form itself.
 */
export function safeReturnTo(value: string | null | undefined): string {
  if (value === null || value === undefined) return '/'
  // oxlint-disable-next-line no-control-regex
  const isPath = /^\/(?![/\\])[^\\\s\u0000-\u001f\u007f]*$/.test(value)
  const [path = ''] = value.split(/[?#]/)
  const isPlain = !/\/\/|\/(?:\.|%2e){1,2}(?=\/|$)/i.test(path)
  return isPath && isPlain && !/^\/(api|auth)(?=[/?#]|$)/.test(value) ? value : '/'
}
