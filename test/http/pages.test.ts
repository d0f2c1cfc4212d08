import Validator from '@adobe/structured-data-validator'
import { expect, test } from 'vitest'
import { appForFile } from '../app.ts'
import { jobRow } from '../factories.ts'
import { seededJobs, withoutKeys } from '../fixtures/job-catalog.ts'
import { signIn } from '../sign-in.ts'

/** What pages say that takes no browser: words, links and statuses. */

const unpaid = jobRow({ comp_min: null, comp_max: null, employer: 'Quillmoor Hospital' })
const board = appForFile({ jobs: [unpaid, ...withoutKeys(seededJobs())] })

const nobodysId = '01a1fcb2-d45d-78f3-89a3-a50cc17759c6'

/** The page's words, and then its elements. */
const contentOf = (html: string): string => {
  const elements = html.replaceAll(/<!--[^]*?-->/g, '')
  const words = elements.replaceAll(/<script[^]*?<\/script>|<[^>]+>/g, '').replaceAll('&quot;', '"')
  return `${words} ${elements}`.replaceAll('&#x27;', "'")
}

test.each<[path: string, status: number, ...shows: string[]]>([
  ['/privacy', 200, 'href="/terms"'],
  ['/terms', 200, 'href="/privacy"'],
  ['/thanks', 200, 'href="/jobs"', 'href="/employers/post"', 'href="/"'],
  ['/employers/posted', 200, 'Invalid Request', 'No job ID provided'],
  ['/auth?tab=sign-up', 200, 'This form needs JavaScript.', 'First name', 'href="/auth"'],
  ['/account', 200, 'Please log in'],
  ['/employer/candidates', 200, 'Please log in'],
  ['/employer/connections', 200, 'Please log in'],
  ['/profile', 200, 'Please log in', 'returnTo=%2Fprofile'],
  ['/profile/resume', 200, 'Authentication Required', 'returnTo=%2Fprofile%2Fresume'],
  ['/no/such/page', 404, 'Page Not Found', 'href="/?show=jobs"', 'href="/"'],
  [
    `/jobs/${nobodysId}`,
    404,
    'Job Not Found',
    "The job you're looking for could not be found.",
    'href="/jobs"',
  ],
  ['/jobs/specialty/alchemy', 404],
  ['/jobs/specialty/cardiology/zz', 404],
  [
    '/jobs/specialty/cardiology',
    200,
    'Cardiology across the United States: ',
    'Cardiology jobs by state',
  ],
  ['/employers/no-such-employer', 404, 'No open jobs', 'href="/employers/all"'],
  [`/jobs/${unpaid.id}`, 200, 'Salary not specified'],
  ['/compare', 200, 'No jobs to compare'],
  ['/compare?jobs=no-id,%01,<b>', 200, 'No jobs to compare'],
  [`/compare?jobs=${nobodysId}`, 200, 'These jobs are no longer listed'],
  [
    `/compare?jobs=${unpaid.id},${nobodysId}`,
    200,
    'One of these jobs is no longer listed.',
    'content="noindex"',
  ],
  [
    '/jobs?specialty=Radiation+Oncology&minPay=5000000',
    200,
    'No jobs found',
    'Try adjusting your search',
    'Refresh Search',
    'Without “At least $5,000,000 a year”: ',
  ],
  ['/jobs?keyword=breast+imaging', 200, 'More in Radiology'],
  ['/jobs?keyword=cardiology+%22xylophone%22+texas', 200, 'Without “xylophone”: ', 'All jobs: '],
  [
    '/jobs?keyword=%22xylophone%22&city=Austin%2C+TX&minPay=9000000',
    200,
    'No jobs found',
    'All jobs: ',
  ],
  [
    '/jobs?keyword=nurse+practitioner',
    200,
    'This board lists physician jobs, not jobs for nurse practitioners.',
  ],
  ['/jobs?keyword=pediatircs', 200, 'Showing results for pediatrics'],
  ['/jobs?keyword=%F0%9F%99%82%F0%9F%99%82', 200, '🙂🙂', 'Not used: '],
  [
    '/offer?specialty=Cardiology&pay=lots&hours=300',
    200,
    'Enter the pay in dollars.',
    'Enter at most 120 hours a week.',
  ],
  [
    '/offer?specialty=Cardiology&pay=1',
    200,
    '$1 for a full-time year is outside of what physicians are offered',
  ],
  ['/offer?specialty=Cardiology&pay=260', 200, 'Paid an hour, it would be usual.'],
])('%s answers %i and says what it has to', async (path, status, ...shows) => {
  const page = await board.get(path)
  expect(page.statusCode).toBe(status)
  for (const words of shows) expect(contentOf(page.body)).toContain(words)
})

test.each(['/privacy', '/terms'])('%s was last updated today', async (path) => {
  const today = () =>
    new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format()
  const before = today()
  const words = contentOf((await board.get(path)).body)
  expect([before, today()].some((day) => words.includes(`Last updated: ${day}`))).toBe(true)
})

test.each([
  ['/profile', 200, 'Only physicians have a profile.'],
  ['/profile/resume', 200, 'CV upload is only available for physician accounts.'],
  ['/employer/insights', 200, 'Nothing to show yet'],
  ['/employer/jobs/17', 404, 'Invalid job ID. Please return to your dashboard and try again.'],
  [
    `/employer/jobs/${nobodysId}/edit`,
    404,
    /Job posting not found or you don[’']t have permission to edit it\./,
  ],
])('an employer reads at %s why there is nothing', async (url, status, words) => {
  const page = await (await signIn(board, 'employer')).call({ method: 'GET', url })
  expect([page.statusCode, contentOf(page.body)]).toEqual([status, expect.stringMatching(words)])
})

test('search engines and language models find employers, and read who they are', async () => {
  expect((await board.get('/llms.txt')).body).toContain('/employers/all')
  const files = [...(await board.get('/sitemap.xml')).body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    ([, url = '']) => new URL(url).pathname,
  )
  const maps = await Promise.all(files.map(async (file) => (await board.get(file)).body))
  expect(maps.filter((map) => map.includes('/employers/quillmoor-hospital<'))).toHaveLength(1)

  const { body } = await board.get('/employers/quillmoor-hospital')
  const text = /<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/.exec(body)?.[1] ?? ''
  const document = JSON.parse(text) as { mainEntity: { name: string } }
  expect(document.mainEntity.name).toBe('Quillmoor Hospital')
  const extracted = {
    jsonld: { ProfilePage: [document], Organization: [document.mainEntity] },
    microdata: {},
    rdfa: {},
  }
  expect(await new Validator().validate(extracted)).toEqual([])
})
