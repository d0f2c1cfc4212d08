import { expect, test } from 'vitest'
import { englishCv, hostileCv, spanishCv } from '#test/cv-texts.ts'
import { hasName, readCv } from './read-cv.ts'

const now = new Date('2026-11-29')
const read = (text: string) => readCv(text.split('\n'), now)
const valuesOf = (text: string) =>
  Object.fromEntries(read(text).map(({ field, values }) => [field, values]))

test('a CV is read field by field, with the words that say so', () => {
  expect(valuesOf(englishCv)).toEqual({
    specialty: ['Cardiology'],
    subspecialties: ['Interventional cardiology'],
    trainingEnds: ['2027-06'],
    board: ['Certified'],
    licenses: ['OK', 'TX'],
    compact: ['true'],
    visa: ['J1'],
    languages: ['English, Spanish, Portuguese'],
    employer: ['Larkfield Medical Center'],
  })
  for (const { words } of read(englishCv))
    for (const line of words.split(' · ').slice(0, 1)) expect(englishCv).toContain(line)
})

test('a Spanish CV is read, too', () => {
  expect(valuesOf(spanishCv)).toEqual({
    specialty: ['Pediatrics'],
    trainingEnds: ['2021-06'],
    board: ['Certified'],
    licenses: ['FL', 'TX'],
    visa: ['None'],
    languages: ['Español, inglés'],
  })
})

test('instructions to machines are words like others', () => {
  expect(valuesOf(hostileCv)).toEqual({ board: ['Certified'] })
  expect(read(hostileCv)[0]?.words).toMatch(/^Ignore all previous instructions/)
})

test.each([
  ['Fellowship in Neurology, 2020–present', undefined],
  ['Neurology residency, 07/2023 - 06/2027', ['2027-06']],
  ['Residency\nLakeside Hospital\n2010 to 2013', ['2013-06']],
  ['Paper on residents, 2030', undefined],
  ['Fellow of the American College of Physicians, 2031', undefined],
])('%s ends training %s', (text, end) => {
  expect(valuesOf(text)['trainingEnds']).toEqual(end)
})

test.each([
  [['Jane Rivera'], 'Rivera', true],
  [['JOSÉ NÚÑEZ'], 'Nunez', true],
  [['Somebody Else'], 'Rivera', false],
  [['Somebody Else'], null, true],
])('%s has the name %s: %s', (lines, name, isNamed) => {
  expect(hasName(lines, name)).toBe(isNamed)
})

test.each([
  ['Attending, 2024 to present\nLarkfield Hospital', ['Larkfield Hospital']],
  [
    `Attending, 2024 to present\nSaw patients of a hospital ${'that is far away '.repeat(4)}`,
    undefined,
  ],
])('%j: a present employer is a short name', (text, employer) => {
  expect(valuesOf(text)['employer']).toEqual(employer)
})
