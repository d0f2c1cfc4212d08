/** A script of somebody else's that measures what visitors do, if the operator wants one. */
export type Tracker = { origin: string; host: string; tagFor(url: string, nonce: string): string }

/** @param script The script's address; undefined for none. */
export function trackerOf(script: string | undefined): Tracker | null {
  if (script === undefined) return null
  const { href, origin, host } = new URL(script)
  return {
    origin,
    host,
    // A token in an address is a secret of whoever got the mail with it.
    tagFor: (url, nonce) =>
      url.includes('token=') ? '' : `<script async nonce="${nonce}" src="${href.replaceAll('&', '&amp;')}"></script>`,
  }
}
