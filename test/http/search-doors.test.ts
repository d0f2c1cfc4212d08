import { expect, test } from 'vitest'
import { assistantsPath } from '#features/api/model.ts'
import { percolate, stageJobs, storeSearch } from '#features/jobs/server/public.ts'
import { withQuery } from '#shared/paths.ts'
import { appForFile } from '../app.ts'
import { jobRow } from '../factories.ts'
import { signInForFile } from '../sign-in.ts'

/** A misspelled specialty, a misspelled city, and what is not wanted, as words of one sentence. */
const words = 'cardiolgist near housten no nights'

const inHouston = { city: 'Houston', state: 'TX', specialty: 'Cardiology' } as const
const wanted = jobRow({ ...inHouston, title: 'Cardiologist of the Doors' })
const others = [
  jobRow({ ...inHouston, title: 'Night Cardiologist', schedule: ['Nights'] }),
  jobRow({ ...inHouston, title: 'Cardiologist Elsewhere', city: 'Boise', state: 'ID' }),
  jobRow({ ...inHouston, title: 'Psychiatrist', specialty: 'Psychiatry' }),
]
const board = appForFile({ jobs: [wanted, ...others] })
const admin = signInForFile(board, 'admin')

/** Whether an answer has the wanted job and none of the others. */
const hasOnly = (body: string): boolean =>
  body.includes(wanted.id) && others.every(({ id }) => !body.includes(id))

const read = async (path: string, params: Record<string, string> = { keyword: words }) =>
  (await admin.get(withQuery(path, params))).body

type Counted = { counts: { specialty: { value: string; count: number }[] } }
const countsOne = async (path: string): Promise<boolean> => {
  const { counts } = JSON.parse(await read(path)) as Counted
  return JSON.stringify(Object.values(counts)).includes('{"value":"Cardiology","count":1}')
}
const suggestsOne = async (path: string): Promise<boolean> => {
  const { suggestions } = JSON.parse(await read(path, { q: words })) as {
    suggestions: { label: string; count: number }[]
  }
  const [first] = suggestions
  return first?.label === 'Cardiology, No nights in Houston, TX' && first.count === 1
}
const findsOne = async (path: string): Promise<boolean> => hasOnly(await read(path))

async function assistantFinds(tool: string, args: object, sought: string): Promise<boolean> {
  const { body } = await board.app.inject({
    method: 'POST',
    url: assistantsPath,
    headers: { accept: 'application/json, text/event-stream' },
    payload: {
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: tool, arguments: args },
    },
  })
  return body.includes(sought) && others.every(({ id }) => !body.includes(id))
}

async function alertFinds(): Promise<boolean> {
  const { search } = await storeSearch(board.db, { keyword: words })
  const hits = await board.db.transaction().execute(async (transaction) => {
    await stageJobs(
      transaction,
      [wanted, ...others].map(({ id }) => id),
    )
    return percolate(transaction, [search])
  })
  return hits.length === 1 && hits[0]?.jobId === wanted.id
}

/** All that reads words as a search does; the first are the calls that have a keyword. */
const doors: Record<string, (path: string) => Promise<boolean>> = {
  '/api/jobs': findsOne,
  '/api/v1/jobs': findsOne,
  '/jobs.rss': findsOne,
  '/jobs.atom': findsOne,
  '/api/facets': countsOne,
  '/api/v1/facets': countsOne,
  '/api/job-map': async (path) =>
    (JSON.parse(await read(path)) as { places: { count: number }[] }).places
      .map(({ count }) => count)
      .join() === '1',
  '/api/admin/explained-search': async (path) => {
    const { spans } = JSON.parse(await read(path)) as {
      spans: { means: string; isChosen: boolean }[]
    }
    const chosen = new Set(spans.filter(({ isChosen }) => isChosen).map(({ means }) => means))
    return ['Cardiology', 'Houston, TX', 'not', 'Nights'].every((means) => chosen.has(means))
  },
}
const otherDoors: typeof doors = {
  '/api/suggest': suggestsOne,
  '/api/v1/suggestions': suggestsOne,
  '/jobs': findsOne,
  '/': async (path) => hasOnly(await read(path, { show: 'jobs', q: words })),
  'an alert': alertFinds,
  'search_jobs of an assistant': () => assistantFinds('search_jobs', { words }, wanted.id),
  'explain_search of an assistant': () => assistantFinds('explain_search', { words }, 'No nights'),
  'get_pay of an assistant': () =>
    assistantFinds('get_pay', { specialty: 'cardiolgist' }, 'Cardiology'),
}

test('no call with a keyword is missing here', async () => {
  const found: string[] = []
  for (const name of ['json', 'accounts.json', 'admin.json']) {
    const { paths } = JSON.parse(await read(`/api/docs/${name}`, {})) as { paths: object }
    for (const [path, calls] of Object.entries(paths))
      if (JSON.stringify(calls).includes('parameters/keyword')) found.push(path)
  }
  expect([...new Set(found)].toSorted()).toEqual(Object.keys(doors).toSorted())
})

test.each(Object.entries({ ...doors, ...otherDoors }))(
  '%s reads a sentence as the search does',
  async (path, finds) => {
    expect(await finds(path)).toBe(true)
  },
)
