import { describe, expect, it } from 'vitest'
import { isMasked, publicAddress } from './stored-address.ts'

describe('an address is shown', () => {
  it.each([
    [
      'https://api.apify.com/v2/datasets/x/items?token=abc',
      'https://api.apify.com/v2/datasets/x/items?token=…',
    ],
    [
      'https://a.example/x?view=all&API_KEY=a%20b&fields=a,b',
      'https://a.example/x?view=all&API_KEY=…&fields=a,b',
    ],
    ['https://a.example/x?token=1&token=2', 'https://a.example/x?token=…&token=…'],
    ['https://a.example/x?%74oken=abc', 'https://a.example/x?%74oken=…'],
    [
      'https://a.example/x?X-Amz-Signature=a&X-Amz-Date=1',
      'https://a.example/x?X-Amz-Signature=…&X-Amz-Date=1',
    ],
    ['https://ada:pass@a.example/x#token=abc', 'https://…:…@a.example/x'],
  ])('%s as %s', (address, shown) => {
    expect(publicAddress(address)).toBe(shown)
    expect(publicAddress(shown)).toBe(shown)
    expect([isMasked(address), isMasked(shown)]).toEqual([false, true])
  })

  it.each([
    'https://a.example/feed.json',
    'https://a.example/x?offset=1&q=a%20b+c&0',
    'https://a.example/x?token=&desc',
  ])('%s as it is', (address) => {
    expect(publicAddress(address)).toBe(address)
    expect(isMasked(address)).toBe(false)
  })
})
