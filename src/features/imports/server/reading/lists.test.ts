import { expect, it } from 'vitest'
import type { Resolver } from '#platform/server/http/public-addresses.ts'
import { readAll, readServed, serveForTest, type Answer } from '#test/fixtures/imports.ts'

const jobs = Array.from({ length: 25 }, (_, id) => ({ id: `j${id}`, externalPath: `/job/j${id}` }))

it('a list of SmartRecruiters is read page by page, with the text of each job', async () => {
  const asked: string[] = []
  const origin = await serveForTest(({ url: { pathname, searchParams } }, response) => {
    asked.push(pathname)
    const id = pathname.split('/postings/')[1]
    // One was taken down meanwhile.
    if (id === 'j3') return response.writeHead(404).end()
    if (id) return response.end(JSON.stringify({ id, text: `Job ${id}` }))
    const offset = Number(searchParams.get('offset'))
    return response.end(
      JSON.stringify({
        content: jobs.slice(offset, offset + Number(searchParams.get('limit'))),
        totalFound: 25,
      }),
    )
  })
  const rows = await readAll(`${origin}/v1/companies/lakeside/postings`, { allowedHosts: [origin] })
  expect(rows).toHaveLength(25)
  expect(rows[2]).toEqual({ id: 'j2', text: 'Job j2' })
  expect(rows[3]).toEqual(jobs[3])
  expect(asked.filter((url) => url.endsWith('/postings'))).toHaveLength(3)

  const resumed = await readAll(
    `${origin}/v1/companies/lakeside/postings`,
    { allowedHosts: [origin] },
    { page: 20, row: 2 },
  )
  expect(resumed.map((row) => (row as { id: string }).id)).toEqual(['j22', 'j23', 'j24'])
})

it('a list of Workday is asked for by posting, and its jobs by their paths', async () => {
  const list = '/wday/cxs/lakeside/Careers/jobs'
  const answer: Answer = ({ url: { pathname } }, response) => {
    const path = pathname.replace('/wday/cxs/lakeside/Careers', '')
    if (path === '/jobs')
      response.end(
        JSON.stringify({ total: 2, jobPostings: jobs.slice(0, 2), facets: [{ values: [{}] }] }),
      )
    else response.end(JSON.stringify({ jobPostingInfo: { title: path } }))
  }
  const titles = ['/job/j0', '/job/j1']
  expect(await readServed(answer, { path: list })).toEqual(
    titles.map((title) => ({ jobPostingInfo: { title } })),
  )
  // Nothing but the host says whose list it is.
  const { port } = new URL(await serveForTest(answer))
  const url = `http://lakeside.wd5.myworkdayjobs.com:${port}`
  const resolver: Resolver = (_, _options, found) =>
    found(null, [{ address: '127.0.0.1', family: 4 }])
  expect((await readAll(url + list, { allowedHosts: [url], resolver }))[0]).toMatchObject({
    hostOwner: 'lakeside',
  })
})

it('the API of USAJOBS counts pages, and gets no key on another host', async () => {
  const answer: Answer = ({ url: { searchParams }, headers }, response) => {
    expect(headers['authorization-key']).toBeUndefined()
    const page = Number(searchParams.get('Page')) - 1
    response.end(
      JSON.stringify({
        SearchResult: { SearchResultItems: jobs.slice(page * 10, page * 10 + 10) },
      }),
    )
  }
  const usaJobs = { key: 'secret', email: 'a@lakeside.test' }
  expect(await readServed(answer, { path: '/api/search?Keyword=physician', usaJobs })).toEqual(jobs)
})

it('the employer that a list names once belongs to each of its jobs', async () => {
  const list = { name: 'Lakeside Clinic', jobs: [{ title: 'A' }, { title: 'B', listOwner: 'Own' }] }
  const answer: Answer = (_, response) => response.end(JSON.stringify(list))
  expect(await readServed(answer, { path: '/jobs.json' })).toEqual([
    { title: 'A', listOwner: 'Lakeside Clinic' },
    { title: 'B', listOwner: 'Own' },
  ])
})
