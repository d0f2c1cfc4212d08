import { expect, test, vi } from 'vitest'
import { remembered } from './remembered.ts'

test('a text is read once, until as many are known as may be; a long one is read each time', () => {
  const read = vi.fn<(text: string) => number>((text) => text.length)
  const lengthOf = remembered(read, 2)
  expect(['a', 'b', 'a'].map(lengthOf)).toEqual([1, 1, 1])
  expect(read).toHaveBeenCalledTimes(2)
  expect(['c', 'a'].map(lengthOf)).toEqual([1, 1])
  expect(read).toHaveBeenCalledTimes(4)
  const long = 'x'.repeat(1_001)
  expect([long, long].map(lengthOf)).toEqual([1_001, 1_001])
  expect(read).toHaveBeenCalledTimes(6)
})
