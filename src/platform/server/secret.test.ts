import { describe, expect, test } from 'vitest'
import { tokenSpellings } from '#test/token-spellings.ts'
import { readSignedToken, textCipher, signedToken } from './secret.ts'

const secrets = ['s'.repeat(32)] as const

describe('a signed token', () => {
  test.each(['018f4d3c-0000-7000-8000-000000000001', 'zoë+jobs@example.org', ''])(
    'gives its subject back: %j',
    (subject) => {
      const token = signedToken(secrets, 'alerts.stop', subject)
      expect(readSignedToken(secrets, 'alerts.stop', token)).toBe(subject)
      expect(encodeURIComponent(token)).toBe(token)
    },
  )

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

  test.each(['018f4d3c-0000-7000-8000-000000000001', 'zoë+jobs@example.org', 'a'])(
    'has one spelling: %j',
    (subject) => {
      for (const other of tokenSpellings(signedToken(secrets, 'alerts.stop', subject)))
        expect(readSignedToken(secrets, 'alerts.stop', other), other).toBeUndefined()
    },
  )
})

test.each(['a', 'ab', 'abc'])('an encrypted text has one spelling: %j', (text) => {
  const { encrypt, decrypt } = textCipher(secrets, 'cookie')
  const encrypted = encrypt(text)
  expect(decrypt(encrypted)).toBe(text)
  for (const other of tokenSpellings(encrypted)) expect(decrypt(other), other).toBeUndefined()
})
