import { expect, test } from 'vitest'
import {
  ambiguousNames,
  doubtfulValues,
  parseEnvironment,
} from '../scripts/commands/environment-file.ts'

// https://www.freedesktop.org/software/systemd/man/latest/systemd.exec.html#EnvironmentFile=
test.each([
  ['A=one\nB = two \n\nC=', { A: 'one', B: 'two', C: '' }],
  ['# A=1\n  ; B=2\nC=Suite #400\nD=#123456,#abcdef', { C: 'Suite #400', D: '#123456,#abcdef' }],
  [
    `A='a #b "c" $d \\e'\nB="a 'b' \\"c\\" \\$d \\\\ \\e"`,
    { A: 'a #b "c" $d \\e', B: `a 'b' "c" $d \\ \\e` },
  ],
  [`A="one"' two'three "four"\nB=it's "so"`, { A: 'one twothree "four"', B: `it's "so"` }],
  ['A=one\\\ntwo\nB=a\\ b\\\\c\\"', { A: 'onetwo', B: 'a b\\c"' }],
  [`A="one\ntwo\\\nthree"\nB='four\nfive'`, { A: 'one\ntwothree', B: 'four\nfive' }],
  ['A=1\r\nB="2"\r\n', { A: '1', B: '2' }],
  ['no value\n1A=1\nexport B=2\nC=a=b\nC=3', { C: '3' }],
  [`A='never closed\nB=1`, { A: 'never closed\nB=1' }],
])('systemd reads %j', (text, values) => {
  expect(parseEnvironment(text)).toEqual(values)
})

test('names whose values other readers cut, and no value in quotes', () => {
  expect(ambiguousNames(`A=Suite #400\nB='Suite #400'\nC=#123456\nD=plain\nE=a\\b`)).toEqual([
    'A',
    'C',
    'E',
  ])
})

test('a value that was cut, or kept its quotes, is named', () => {
  const env = {
    A: '',
    B: `"quoted"`,
    C: `'cut`,
    D: '1 Main St, Suite',
    E: 'Boise, ID',
    F: '"Board" <a@b.test>',
    G: '1 Main St,',
  }
  const lines = doubtfulValues(env, [...Object.keys(env), 'H'])
  expect(lines.map((line) => line.slice(0, 1))).toEqual(['A', 'B', 'C', 'D', 'G'])
  expect(lines.join('\n')).not.toMatch(/quoted|Main/)
})
