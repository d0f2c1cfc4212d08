/** Names of parameters whose values open something. */
const secretName = /token|key|secret|signature|^sig$|passw|auth|credential/i
/** What stands where a secret was. */
const mask = '…'
const encodedMask = encodeURIComponent(mask)

/** An address with what is secret in it masked (`?token=…`): to be shown, kept and logged. */
export function publicAddress(address: string): string {
  const url = new URL(address)
  if (url.username) url.username = mask
  if (url.password) url.password = mask
  // By hand: what is no secret stays as it was written.
  url.search = url.search.replaceAll(/([?&])([^&=]*)=[^&]+/g, (whole, before: string, name: string) =>
    isSecret(name) ? `${before}${name}=${mask}` : whole,
  )
  url.hash = ''
  return url.href.replaceAll(encodedMask, mask)
}

const isSecret = (name: string): boolean => secretName.test([...new URLSearchParams(name).keys()].join(''))

/** Whether it is an address as `publicAddress` shows it, without the secret that belongs there. */
export function isMasked(address: string): boolean {
  const { username, password, searchParams } = new URL(address)
  const secrets = [...searchParams].flatMap(([name, value]) => (secretName.test(name) ? [value] : []))
  return username === encodedMask || password === encodedMask || secrets.includes(mask)
}
