import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { cleanText, cutAtWord } from './read-text.ts'

describe('a cleaned text', () => {
  it.each([
    [
      'HTML',
      '<h2>About</h2><p>We  care.</p><ul><li>A</li><li>B</li></ul>End<br>here',
      'About\n\nWe care.\n\n• A\n• B\n\nEnd\nhere',
    ],
    [
      'simple HTML as of any other',
      '<p>A &amp; <b>b</b></p> <ul> <li>c<br>d</li>\n<li>e</li></ul><p> f</p>',
      cleanText('<p class="x">A &amp; <b>b</b></p> <ul> <li>c<br>d</li>\n<li>e</li></ul><p> f</p>'),
    ],
    ['scripts and styles', '<p>Hi</p><script>alert(1)</script><style>p{}</style>', 'Hi'],
    ['entities', 'Pay &amp; benefits&nbsp;&ndash; call 1&#58;4', 'Pay & benefits – call 1:4'],
    ['entities over lines', 'A &amp; B\n\n- one\n- two', 'A & B\n\n• one\n• two'],
    ['HTML escaped once more', '&lt;p&gt;One&lt;/p&gt;&lt;p&gt;Two&lt;/p&gt;', 'One\n\nTwo'],
    ['a comparison, which is no markup', 'BMI < 30 & age > 18', 'BMI < 30 & age > 18'],
    ['links', '<a href="https://example.org">Apply</a> now', 'Apply now'],
    ['bullets of all kinds', '* a\n· b\n• c\n– d', '• a\n• b\n• c\n• d'],
    ['emoji', '🩺 Join us 👩🏽‍⚕️ today ⭐️ ™', 'Join us today ™'],
    [
      'control characters',
      'a\u0000b\u0007 c\u001B[0m\tend',
      'a b [0m end'.replace('b [0m', 'b c [0m'),
    ],
    ['invisible characters', 'phy\u00ADsi\u200Bcian\uFEFF', 'physician'],
    ['Windows line ends', 'a\r\n\r\n\r\n\r\nb', 'a\n\nb'],
    [
      'headings above sentences',
      'Us\nWe care.\n\nDuties\n- A\n\nAustin\nTexas',
      'Us\n\nWe care.\n\nDuties\n• A\n\nAustin\nTexas',
    ],
    ['glued words', 'PhoenixFull-Time', 'Phoenix Full-Time'],
    ['accents', 'Résumé – Niño', 'Résumé – Niño'],
  ])('of %s', (_, source, text) => expect(cleanText(source)).toBe(text))

  it('costs little however deep and broken the markup is', () => {
    expect(cleanText('<div>'.repeat(20_000) + 'deep')).toBeTypeOf('string')
    expect(cleanText(`${'<'.repeat(50_000)}p`)).toBeTypeOf('string')
    const warned = vi.spyOn(console, 'warn')
    onTestFinished(() => warned.mockRestore())
    expect(cleanText(`${'<'.repeat(90_000)}&amp;`)).toBeTypeOf('string')
    expect(warned).not.toHaveBeenCalled()
  })
})

describe('a cut', () => {
  it('falls between words', () => expect(cutAtWord('one two three', 10)).toBe('one two…'))
  it('is not needed for a text that fits', () =>
    expect(cutAtWord('one two three', 13)).toBe('one two three'))
  it('breaks one endless word', () =>
    expect(cutAtWord('x'.repeat(50), 10)).toBe(`${'x'.repeat(9)}…`))
  it('leaves no half character', () =>
    expect(cutAtWord('😀'.repeat(10), 10)).toBe(`${'😀'.repeat(4)}…`))
})
