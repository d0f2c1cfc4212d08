import { expect, test } from 'vitest'
import { seededJobs, withoutKeys } from '#test/fixtures/job-catalog.ts'
import { appForFile } from '#test/app.ts'
import { stateCodes } from '#shared/us-states.ts'

/** Whatever stands in an address, there is a page, and the API answers. */

const app = appForFile({ jobs: withoutKeys(seededJobs()) })

const states = stateCodes.slice(0, 30).join(',')
const text = (html: string) =>
  html
    .replaceAll(/<script[^]*?<\/script>|<!--[^]*?-->|<[^>]+>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")

test.each([
  ['', 'All Physician Jobs'],
  [`state=${states}`, 'and 28 More'],
  [stateCodes.map((code) => `state=${code}`).join('&'), 'Physician Jobs in Alabama, Alaska'],
  ['radius=100', 'All Physician Jobs'],
  ['radius=100&city=', 'All Physician Jobs'],
  ['radius=77&city=Austin', 'Physician Jobs near Austin, TX'],
  ['city=Nowhereville', 'We do not know the location Nowhereville.'],
  ['minPay=400000&maxPay=300000', 'The lowest pay is above the highest, so no job can match.'],
  ['minPay=-5&maxPay=', 'All Physician Jobs'],
  ['hourly=true&minPay=150', 'At least $150 an hour'],
  [`keyword=${'x'.repeat(500)}`, 'No jobs found'],
  [`keyword=${'cardiology+or+'.repeat(50)}`, 'Cardiology Jobs'],
  ['keyword=heart+doctor', 'Physician Jobs — Cardiology | Whitecoat'],
  ['keyword=locums+cardiology+in+texas', 'Locums Cardiology Jobs in Texas'],
  ['keyword=cards+or+neuro&state=TX', 'Cardiology and Neurology Jobs in Texas'],
  ['keyword=academic+cardiology+near+austin', 'Cardiology Jobs near Austin, TX'],
  ['keyword=cardiology&literal=true', 'All Physician Jobs'],
  [`city=${'y'.repeat(500)}`, 'We do not know the location'],
  ['state=TX&city=Boston,+MA', 'Physician Jobs'],
  ['specialty=Radiation+Oncology&minPay=5000000', 'No jobs found'],
  ['view=split&job=nonsense', 'All Physician Jobs'],
  ['view=nonsense&page=999999&limit=0&sortBy=__proto__&sortOrder=up', 'jobs'],
])('/jobs?%s is a page that says %s', async (query, said) => {
  const page = await app.get(`/jobs?${query}`)
  expect(page.statusCode).toBe(200)
  expect(text(page.body)).toContain(said)
  for (const path of ['/api/jobs', '/api/facets']) {
    expect((await app.get(`${path}?${query}`)).statusCode, path).toBe(200)
  }
  expect((await app.get(`/?show=jobs&${query}`)).statusCode).toBe(200)
})
