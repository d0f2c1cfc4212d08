import { expect, test } from 'vitest'
import { deviceName, passwordStrength } from './model.ts'

const mozilla = 'Mozilla/5.0'
const webKit = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

test.each([
  [
    `${mozilla} (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0`,
    'Firefox on Windows',
  ],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webKit} Chrome/140.0 Safari/537.36 Edg/140.0`,
    'Edge on Windows',
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.0 Safari/605.1.15`,
    'Safari on Mac',
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webKit} CriOS/140.0 Mobile Safari/604.1`,
    'Chrome on iPhone',
  ],
  [
    `${mozilla} (Linux; Android 14) ${webKit} SamsungBrowser/27.0 Chrome/125.0 Mobile`,
    'Samsung Internet on Android',
  ],
  ['curl/8.5.0', 'Unknown device'],
  ['', 'Unknown device'],
  [null, 'Unknown device'],
])('%s is %s', (userAgent, name) => expect(deviceName(userAgent)).toBe(name))

test.each([
  ['', undefined],
  ['abc', 'weak'],
  ['aaaaaaaaaaaa', 'weak'],
  ['password', 'weak'],
  ['Tr0ub4dor', 'fair'],
  ['correct horse battery', 'strong'],
  ['x7#Kp2!vQz9&', 'strong'],
] as const)('%j is %s', (password, strength) => expect(passwordStrength(password)).toBe(strength))
