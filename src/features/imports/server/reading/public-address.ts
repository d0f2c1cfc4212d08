/** Names of parameters whose values open something. */
const secret = /token|key|secret|signature|^sig$|passw|auth|credential/i

/** An address without what is secret in it: to be shown, kept and logged. */
export function publicAddress(address: string): string {
  const url = new URL(address)
  url.username = ''
  url.password = ''
  url.hash = ''
  const secrets = [...url.searchParams.keys()].filter((name) => secret.test(name))
  for (const name of secrets) url.searchParams.delete(name)
  return url.href
}
