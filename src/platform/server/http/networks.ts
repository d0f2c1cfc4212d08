import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { isIP, isIPv6 } from 'node:net'

/**
 * The networks of an address, the smallest first. IPv4: the address itself. IPv6: the /64 of a
 * household and the /48 of a customer.
 */
export function networksOf(ip: string): string[] {
  // An IPv4 address may be mapped to IPv6.
  const address = isIPv6(ip) ? ipaddr.process(ip) : undefined
  if (!(address instanceof ipaddr.IPv6)) return [address?.toString() ?? ip]
  const groups = address.parts.map((part) => part.toString(16))
  return [`${groups.slice(0, 4).join(':')}::/64`, `${groups.slice(0, 3).join(':')}::/48`]
}

/**
 * The part of `X-Forwarded-For` that can be believed, read from the nearest proxy: addresses
 * without ports and zones, up to the first value that is none. A proxy's own address is then the
 * client's.
 */
function forwardedAddresses(header: string) {
  const addresses: string[] = []
  for (const value of header.split(',').toReversed()) {
    const address = addressIn(value.trim())
    if (address === undefined) break
    addresses.unshift(address)
  }
  return addresses.join(', ')
}

/**
 * '192.0.2.1:443', '[2001:db8::1]:443', '[2001:db8::1]' and 'fe80::1%eth0' have an address in them.
 */
function addressIn(value: string) {
  const [, bracketed, plain] = /^\[([^[\]]+)\](?::\d{1,5})?$|^([\d.]+):\d{1,5}$/.exec(value) ?? []
  const [address = ''] = (bracketed ?? plain ?? value).split('%')
  return isIP(address) > 0 ? address : undefined
}

/**
 * Before anything asks for the client's address, which counts calls and stands in the audit log.
 */
export function readAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    const forwarded = request.headers['x-forwarded-for']
    if (typeof forwarded === 'string')
      request.headers['x-forwarded-for'] = forwardedAddresses(forwarded)
    // A link-local address names its zone, which the database's addresses do not have. A closed
    // socket has no address.
    if (/%/.test(request.ip))
      Object.defineProperty(request, 'ip', { value: request.ip.replace(/%.*/, '') })
  })
}
