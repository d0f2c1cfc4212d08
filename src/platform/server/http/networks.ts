import { isIP, isIPv6 } from 'node:net'

/**
 * The networks by which an address is counted, the smallest first: an IPv4 address itself; for IPv6, the /64 of a household and
 * the /48 of a customer.
 */
export function networksOf(ip: string): string[] {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return [mapped]
  if (!isIPv6(ip)) return [ip]
  const groups = groupsOf(ip)
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`]
}

/** The eight groups of an IPv6 address without leading zeros. */
function groupsOf(ip: string): string[] {
  const [address = ''] = ip.split('%')
  const [head = '', tail] = address.split('::')
  const before = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const missing = tail === undefined ? 0 : 8 - before.length - after.length
  const groups = [...before, ...Array.from({ length: Math.max(0, missing) }, () => '0'), ...after]
  return groups.map((group) => Number.parseInt(group, 16).toString(16))
}

/**
 * The part of `X-Forwarded-For` that can be believed, read from the nearest proxy: addresses without ports and zones, up to the first
 * value that is none. A proxy's own address is then the client's.
 */
export function forwardedAddresses(header: string): string {
  const addresses: string[] = []
  for (const value of header.split(',').toReversed()) {
    const address = addressIn(value.trim())
    if (address === undefined) break
    addresses.unshift(address)
  }
  return addresses.join(', ')
}

/** '192.0.2.1:443', '[2001:db8::1]:443', '[2001:db8::1]' and 'fe80::1%eth0' have an address in them. */
function addressIn(value: string): string | undefined {
  const [, bracketed, plain] = /^\[([^[\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(value) ?? []
  const [address = ''] = (bracketed ?? plain ?? value).split('%')
  return isIP(address) > 0 ? address : undefined
}
