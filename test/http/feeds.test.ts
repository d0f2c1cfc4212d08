import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { appForFile, publicUrl } from '../app.ts'
import { jobRow } from '../factories.ts'

const manyJobs = 10_050
const awkward = jobRow({
  title: 'Cardiologist <b>& "Chief"</b> ]]> \'25',
  employer: 'Müller & Söhne <Clinic>',
  posted_at: new Date(Date.now() + 60_000),
})

const psychiatry = (more: Parameters<typeof jobRow>[0]) =>
  jobRow({ specialty: 'Psychiatry', ...more })
const tulsa = { further_places: ['Tulsa, OK'], further_points: [36.15, -95.99] }
/** Five for each page that may be listed, and four that make none. */
const landings = [
  ...Array.from({ length: 5 }, () => psychiatry({ city: 'Dallas', telehealth: true, ...tulsa })),
  ...Array.from({ length: 4 }, () =>
    psychiatry({ city: 'St. Louis', state: 'MO', visa_support: 'H1B' }),
  ),
]

const others = Array.from({ length: 60 }, () => jobRow({ description: 'Short.' }))
const board = appForFile({ jobs: [awkward, ...landings, ...others] })
/** More than a file of the sitemap takes; searches need not know them. */
beforeAll(() =>
  board.db.transaction().execute(async (transaction) => {
    await sql`set local session_replication_role = replica`.execute(transaction)
    await sql`
      insert into jobs select (jsonb_populate_record(jobs, jsonb_build_object('id', gen_random_uuid()))).*
      from jobs, generate_series(1, ${manyJobs - 1 - landings.length - others.length}::integer) where id = ${others[0]?.id}
    `.execute(transaction)
  }),
)

async function pathsOf(url: string): Promise<string[]> {
  const { body, headers } = await board.get(url)
  expect(headers['content-type']).toMatch(/^application\/xml/)
  return [...body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(
    (match) => match[1]?.replace(publicUrl, '') ?? '',
  )
}

test('robots.txt allows everything except the API, and names the sitemap', async () => {
  const { body, headers } = await board.get('/robots.txt')
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body.split('\n')).toEqual(
    expect.arrayContaining([
      'User-agent: *',
      'Disallow: /api/',
      `Sitemap: ${publicUrl}/sitemap.xml`,
    ]),
  )
})

test('many jobs are split over files that together name each job once', async () => {
  const files = await pathsOf('/sitemap.xml')
  expect(files).toHaveLength(3)
  const paths = (
    await Promise.all(files.filter((file) => file.includes('/jobs-')).map(pathsOf))
  ).flat()
  expect(paths).toHaveLength(manyJobs)
  expect(new Set(paths).size).toBe(manyJobs)
  expect(paths).toContain(`/jobs/${awkward.id}`)
})

test('pages and landing pages with jobs have their own sitemap, and all exist', async () => {
  const paths = await pathsOf('/sitemaps/pages.xml')
  expect(paths).toEqual(
    expect.arrayContaining([
      '/',
      '/jobs',
      '/about',
      '/jobs/specialty/cardiology',
      '/jobs/specialty/cardiology/tx',
    ]),
  )
  expect(paths).not.toContain('/jobs/specialty/urology')
  for (const path of paths) {
    const page = await board.get(path)
    expect(page.statusCode, path).toBe(200)
    expect(page.body, path).not.toContain('content="noindex"')
  }
})

test('a specialty has pages of the kinds, cities and areas that have enough jobs for one', async () => {
  const paths = await pathsOf('/sitemaps/pages.xml')
  const whereOf = (path: string) => path.replace('/jobs/specialty/psychiatry/', '')
  const listed = paths.filter((path) => path.startsWith('/jobs/specialty/psychiatry/')).map(whereOf)
  const enough = [
    'dallas-tx',
    'dallas-fort-worth',
    'telehealth',
    'this-week',
    'tx',
    'tulsa-ok',
    'ok',
  ]
  expect(listed).toEqual(expect.arrayContaining(enough))
  for (const where of ['saint-louis-mo', 'h-1b', 'locums']) expect(listed).not.toContain(where)

  const bodyOf = async (where: string) =>
    (await board.get(`/jobs/specialty/psychiatry/${where}`)).body
  const city = await bodyOf('dallas-tx')
  expect(city).toMatch(/<h1[^>]*>(?:(?!<\/h1>).)*Psychiatry Jobs near Dallas, TX/)
  expect(city).toContain(
    `<link rel="canonical" href="${publicUrl}/jobs/specialty/psychiatry/dallas-tx"`,
  )
  expect(await bodyOf('telehealth')).toContain('Telehealth Psychiatry Jobs')

  const small = await bodyOf('h-1b')
  expect(small).toContain('content="noindex"')
  expect(small).toMatch(/See all .*href="\/jobs\/specialty\/psychiatry"/)
  expect(await bodyOf('st-louis-mo')).toMatch(/See all .*href="\/jobs\/specialty\/psychiatry\/mo"/)
})

test.each([
  '/sitemaps/jobs-nonsense.xml',
  '/sitemaps/..%2fsecret',
  '/sitemaps/other.xml',
  '/jobs/specialty/psychiatry/qwzxville-tx',
  '/jobs/specialty/psychiatry/TX',
])('%s does not exist', async (url) =>
  expect(await board.get(url)).toMatchObject({ statusCode: 404 }),
)

test('the feed lists the newest jobs, and that of a search its results', async () => {
  const items = (body: string) => [...body.matchAll(/<item>/g)].length
  const { body } = await board.get('/jobs.rss')
  expect(body).toMatch(/^<\?xml version="1\.0" encoding="utf-8"\?>\s*<rss version="2\.0"/)
  expect(items(body)).toBe(50)
  expect(body).toContain(`<link>${publicUrl}/jobs/${awkward.id}#from=feed</link>`)
  expect(body).toContain(
    '<title>Cardiologist &lt;b&gt;&amp; &quot;Chief&quot;&lt;/b&gt; ]]&gt; &#39;25, ',
  )

  expect(items((await board.get('/jobs.rss?specialty=Cardiology')).body)).toBe(50)
  const none = await board.get('/jobs.rss?specialty=Urology')
  expect([none.statusCode, items(none.body)]).toEqual([200, 0])
  expect(none.body).toMatch(/<title>Whitecoat: Urology jobs<\/title>/)
})
