import { describe, expect, it } from 'vitest'
import { requirePublic, type Resolver } from '#platform/server/http/public-addresses.ts'
import { allowedEntry } from './http.ts'
import { dataset, itemsPath, readAll, serveForTest } from '#test/fixtures/imports.ts'

describe('the allow-list', () => {
  it.each([
    ['https://api.apify.com/v2/datasets/x/items', 'api.apify.com', false],
    ['https://api.apify.com/v2/datasets/x/items', 'https://api.apify.com', false],
    ['http://127.0.0.1:8080/a', 'http://127.0.0.1:8080', true],
    ['http://127.0.0.1:8080/a', '127.0.0.1:8080', true],
    ['http://localhost:8080/a', 'localhost', true],
    ['https://[::1]/a', '[::1]', true],
    ['https://data.example.org:8443/a', 'data.example.org:8443', true],
  ])('lets %s pass by the entry %s', (url, entry, explicit) => {
    expect(allowedEntry(new URL(url), ['other.example.org', entry])).toEqual({ explicit })
  })

  it.each([
    ['http://api.apify.com/v2', 'api.apify.com'],
    ['https://api.apify.com:8443/v2', 'api.apify.com'],
    ['https://api.apify.com.example.org/', 'api.apify.com'],
    ['https://apify.com/', 'api.apify.com'],
    ['https://api.apify.com@example.org/', 'api.apify.com'],
    ['http://127.0.0.1:8081/', 'http://127.0.0.1:8080'],
    ['http://127.0.0.1/', 'localhost'],
    ['http://2130706433/', 'api.apify.com'],
    ['file:///etc/passwd', 'localhost'],
    ['ftp://api.apify.com/', 'api.apify.com'],
  ])('refuses %s where only %s is allowed', (url, entry) => {
    expect(() => allowedEntry(new URL(url), [entry])).toThrow('not allowed')
  })
})

const privateAddresses = `
  0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.20.0.1 192.168.1.1 224.0.0.1 255.255.255.255
  :: ::1 ::ffff:127.0.0.1 ::ffff:a00:1 64:ff9b::7f00:1 2001::1 2002:7f00:1:: fc00::1 fd00::1 fe80::1 fec0::1 ff02::1
`
  .trim()
  .split(/\s+/)

it.each(['8.8.8.8', '172.32.0.1', '100.128.0.1', '[2606:4700::1111]'])(
  '%s is known as public',
  (host) => expect(() => requirePublic(new URL(`https://${host}`))).not.toThrow(),
)

/**
 * A name server that answers each question with the next of these lists, and the last one from then
 * on.
 */
function resolverOf(...answers: string[][]): Resolver & { asked: string[] } {
  const asked: string[] = []
  const resolver: Resolver = (hostname, _options, callback) => {
    const answer = answers[Math.min(asked.push(hostname), answers.length) - 1] ?? []
    callback(
      null,
      answer.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
  return Object.assign(resolver, { asked })
}

/** Reads from a host that is allowed by its name. */
const readFrom = (resolver: Resolver) =>
  readAll('https://data.example.org/jobs.json', { allowedHosts: ['data.example.org'], resolver })

describe('a name', () => {
  it.each([...privateAddresses, '8.8.8.8 127.0.0.1'])(
    'that leads to %s is not connected to',
    async (addresses) => {
      const resolver = resolverOf(addresses.split(' '))
      await expect(readFrom(resolver)).rejects.toThrow(
        'data.example.org is a private address: imports from there are not allowed.',
      )
      expect(resolver.asked).toEqual(['data.example.org'])
    },
  )

  it('that the operator named down to its port may be in this network, but where no server can be', async () => {
    const origin = await serveForTest(dataset([{ a: 1 }]))
    const url = `http://data.internal:${new URL(origin).port}`
    const options = { allowedHosts: [url] }
    for (const address of [
      '169.254.169.254',
      '0.0.0.0',
      '::ffff:169.254.169.254',
      'fe80::1',
      'ff02::1',
    ])
      await expect(
        readAll(url + itemsPath, { ...options, resolver: resolverOf([address]) }),
      ).rejects.toThrow('private address')
    expect(
      await readAll(url + itemsPath, { ...options, resolver: resolverOf(['127.0.0.1']) }),
    ).toEqual([{ a: 1 }])
  })

  it('is connected to where it was looked up, and looked up anew for every connection', async () => {
    const hosts: (string | undefined)[] = []
    const origin = await serveForTest((request, response) => {
      hosts.push(request.headers.host)
      response.setHeader('Connection', 'close')
      dataset(Array.from({ length: 30 }, () => ({})))(request, response)
    })
    const url = `http://data.internal:${new URL(origin).port}`
    // It leads to us at first, and then to where secrets are.
    const resolver = resolverOf(['127.0.0.1'], ['127.0.0.1'], ['169.254.169.254'])
    await expect(readAll(url + itemsPath, { allowedHosts: [url], resolver })).rejects.toThrow(
      'is a private address',
    )
    expect(hosts).toEqual([new URL(url).host, new URL(url).host])
    expect(resolver.asked).toHaveLength(3)
  })

  it('is held against the list and looked up again after a redirect', async () => {
    const origin = await serveForTest((_, response) =>
      response.writeHead(302, { location: 'https://data.example.org/x' }).end(),
    )
    const resolver = resolverOf(['10.0.0.7'])
    const allowedHosts = [origin, 'data.example.org']
    await expect(readAll(`${origin}/jobs.json`, { allowedHosts, resolver })).rejects.toThrow(
      'data.example.org is a private address',
    )
    await expect(
      readAll(`${origin}/jobs.json`, { allowedHosts: [origin], resolver }),
    ).rejects.toThrow('are not allowed')
    expect(resolver.asked).toEqual(['data.example.org'])
  })
})
