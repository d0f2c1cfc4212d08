import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseProse, shownWithin } from './prose.tsx'

test('an empty line separates paragraphs, a single line break does not', () => {
  expect(parseProse('One.\nStill one.\n\n\nTwo.')).toEqual([
    { kind: 'paragraph', text: 'One.\nStill one.' },
    { kind: 'paragraph', text: 'Two.' },
  ])
})

test('bullets become one list, also right below a heading and around empty lines', () => {
  expect(parseProse('Benefits\n• Dental\n\n  • Vision\r\nAnd more.')).toEqual([
    { kind: 'heading', text: 'Benefits' },
    { kind: 'list', items: ['Dental', 'Vision'] },
    { kind: 'paragraph', text: 'And more.' },
  ])
})

test('a short line before something else is a heading, unless it ends like a sentence', () => {
  expect(parseProse('About the role\n\nYou see patients.\n\nThe end')).toEqual([
    { kind: 'heading', text: 'About the role' },
    { kind: 'paragraph', text: 'You see patients.' },
    { kind: 'paragraph', text: 'The end' },
  ])
})

test('a bullet inside a line is an ordinary character', () => {
  expect(parseProse('Days • Nights')).toEqual([{ kind: 'paragraph', text: 'Days • Nights' }])
})

test('no word of a text is lost', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom('a', 'bc', '•', '\n', '\n\n', ' ')), (parts) => {
      const text = parts.join('')
      const words = parseProse(text).flatMap((block) =>
        block.kind === 'list' ? block.items : [block.text],
      )
      expect(words.join('').replaceAll(/[\s•]/g, '')).toBe(text.replaceAll(/[\s•]/g, ''))
    }),
  )
})

test.each([
  ['One paragraph that is cut at a word.', 17, [13]],
  ['Onewordwithoutablank', 5, [5]],
  ['First.\n\nSecond.\n\nThird.', 6, [6, 0, 0]],
  ['First.\n\nSecond one.\n\nThird.', 13, [6, 6, 0]],
  ['First.\n\nBenefits\n• Dental\n• Vision\n\nThird.', 10, [6, 0, 0, 0]],
  ['Benefits\n• Dental\n• Vision\n\nThird.', 9, [8, 1, 0]],
])('of %j a limit of %i characters shows %j', (text, limit, shown) => {
  expect(shownWithin(parseProse(text), limit)).toEqual(shown)
})
