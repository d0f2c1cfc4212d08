import { expect, it } from 'vitest'
import { plausiblePay, readEmploymentType, readPay } from './read-terms.ts'

const per =
  (unit: string) =>
  (min?: number, max = min) => ({ ...(min && { min }), ...(max && { max }), unit })
const [year, hour, day] = [per('YEAR'), per('HOUR'), per('DAY')]

it.each([
  ['$60,000–$80,000 a year', year(60_000, 80_000)],
  ['$141,000.00/yr - $180,000.00/yr', year(141_000, 180_000)],
  ['$200,000 - $250,000', year(200_000, 250_000)],
  ['250K-300K', year(250_000, 300_000)],
  ['$250-300K', year(250_000, 300_000)],
  ['270K–335K a year', year(270_000, 335_000)],
  ['$0.4M - $0.5M per year', year(400_000, 500_000)],
  ['$300,000', year(300_000)],
  ['$401,000 a year', year(401_000)],
  ['Between $280,000 and $320,000 annually', year(280_000, 320_000)],
  ['200000 - 250000 per year', year(200_000, 250_000)],
  ['From $350,000 a year', { min: 350_000, unit: 'YEAR' }],
  ['$350,000+', { min: 350_000, unit: 'YEAR' }],
  ['$170 – $180', hour(170, 180)],
  ['$155–$170 an hour', hour(155, 170)],
  ['125 an hour', hour(125)],
  ['$150.00/hr', hour(150)],
  ['$1,800/day', day(1800)],
  ['$2,000 - $2,400 daily', day(2000, 2400)],
  ['$9,500 per week', { min: 9500, max: 9500, unit: 'WEEK' }],
  ['$25,000 a month', { min: 25_000, max: 25_000, unit: 'MONTH' }],
])('reads %j', (text, pay) => expect(readPay({ text })).toEqual(pay))

it.each([
  ['$300,000 base + $50,000 sign-on bonus', year(300_000)],
  ['$250,000 - $280,000 plus $40,000 relocation', year(250_000, 280_000)],
  ['$30,000 signing bonus; $310,000 a year', year(310_000)],
  ['$280,000, with up to $20,000 CME', year(280_000)],
  ['Up to $400K', { max: 400_000, unit: 'YEAR' }],
  ['$1,800 per 24-hour shift', day(1800)],
  ['from $300,000 DOE', { min: 300_000, unit: 'YEAR' }],
])('reads the salary in %j, and keeps the words', (text, pay) =>
  expect(readPay({ text })).toEqual({ ...pay, text }),
)

const words =
  'Up to $60K signing | DOE | Competitive | $52 per wRVU | $100,000 loan repayment | $12,000 | $5 a year | $99,999,999 a year | ' +
  '401k with match | abc | $300,000 - $250,000 | abc - 300,000 - 5'

it.each(words.split(' | '))('takes %j for words', (text) =>
  expect(readPay({ text })).toEqual({ text }),
)

it.each(['', 'N/A', 'not specified', '-'])('takes %j for nothing', (text) =>
  expect(readPay({ text })).toEqual({}),
)

it.each([
  [[250_000, 300_000, 'Yearly'], year(250_000, 300_000)],
  [[250_000, undefined, 'YEAR'], { min: 250_000, unit: 'YEAR' }],
  [[undefined, 180, 'Hourly'], { max: 180, unit: 'HOUR' }],
  [[150, 160, undefined], hour(150, 160)],
  [[2000, undefined, 'PER_DAY'], { min: 2000, unit: 'DAY' }],
  [[1, 99_999_999, 'Yearly'], {}],
] as const)('reads the figures %j', ([min, max, unit], pay) => {
  expect(readPay({ ...(min && { min }), ...(max && { max }), ...(unit && { unit }) })).toEqual(pay)
})

it.each([
  ['Full-time', 'Cardiologist', 'full-time'],
  ['Part-time', 'Cardiologist', 'part-time'],
  ['Full-time', 'Hospitalist – Locums', 'locums'],
  ['Other', 'Part-Time Internist', 'part-time'],
  ['Other', 'Cardiologist', 'not-stated'],
  // What people type is no rule's.
  ['Loc Ten', 'Cardiologist', 'locums'],
])('%j of a posting called %j is %s', (stated, title, type) =>
  expect(readEmploymentType(stated, title)).toBe(type),
)

it.each([
  ['YEAR', 187_500, 1_200_000],
  ['MONTH', 13_393, 150_000],
  ['WEEK', 2344, 46_154],
  ['DAY', 833, 13_333],
  ['HOUR', 96, 923],
] as const)('by the %s a urologist gets plausibly from %i to %i dollars', (unit, ...range) => {
  const { least, most } = plausiblePay('Urology', 'full-time', unit)
  expect([least, most].map(Math.round)).toEqual(range)
})
