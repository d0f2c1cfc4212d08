import { isIPv6 } from 'node:net'

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
  return groups.map((it) => Number.parseInt(it, 16).toString(16))
}
