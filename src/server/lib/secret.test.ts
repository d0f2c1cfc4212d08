import { describe, expect, test } from 'vitest'
import { readSignedToken, sealer, signedToken } from './secret.ts'

const secrets = ['s'.repeat(32)] as const

describe('a signed token', () => {
  test.each(['018f4d3c-0000-7000-8000-000000000001', 'zoë+jobs@example.org', ''])('gives its subject back: %j', (subject) => {
    const token = signedToken(secrets, 'alerts.stop', subject)
    expect(readSignedToken(secrets, 'alerts.stop', token)).toBe(subject)
    expect(encodeURIComponent(token)).toBe(token)
  })

  test('is not valid for another purpose, or under another secret', () => {
    const token = signedToken(secrets, 'alerts.stop', 'a')
    expect(readSignedToken(secrets, 'alerts.manage', token)).toBeUndefined()
    expect(readSignedToken(['t'.repeat(32)], 'alerts.stop', token)).toBeUndefined()
  })

  test('is refused with another subject, a changed signature, or none', () => {
    const [subject = '', signature = ''] = signedToken(secrets, 'alerts.stop', 'a').split('.')
    const other = Buffer.from('b').toString('base64url')
    for (const forged of [
      `${other}.${signature}`,
      `${subject}.${signature.slice(0, -2)}`,
      `${subject}.${signature}AAAA`,
      `${subject}.${signature}.${signature}`,
      `${subject}.`,
      subject,
      '',
      '.',
    ])
      expect(readSignedToken(secrets, 'alerts.stop', forged), forged).toBeUndefined()
  })
})

describe('a sealed text', () => {
  const { seal, unseal } = sealer(secrets, 'import-address')

  test('has a nonce and a tag of its own, and is read by the current and former secrets of its purpose', () => {
    const [one, other] = [seal('text'), seal('text')]
    expect(one).not.toBe(other)
    expect(Buffer.from(one, 'base64url')).toHaveLength(12 + 4 + 16)
    expect(sealer(['n'.repeat(32), ...secrets], 'import-address').unseal(one)).toBe('text')
    expect(sealer(['n'.repeat(32)], 'import-address').unseal(one)).toBeUndefined()
    expect(sealer(secrets, 'another').unseal(one)).toBeUndefined()
  })

  test('is refused with any byte changed, cut, or longer', () => {
    const whole = Buffer.from(seal('text'), 'base64url')
    const changed = [...whole.keys()].map((at) => Buffer.from(whole.map((byte, index) => (index === at ? byte ^ 1 : byte))))
    for (const bytes of [...changed, whole.subarray(0, -1), Buffer.concat([whole, Buffer.of(0)]), Buffer.alloc(0)])
      expect(unseal(bytes.toString('base64url'))).toBeUndefined()
    expect(unseal(whole.toString('base64url'))).toBe('text')
  })
})
