import type { RequestListener } from 'node:http'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { testApp, type TestApp } from './app.ts'
import { answerBoards, boardPaths, opening, type Opening } from './fixtures/boards.ts'
import { serveLocally, type LocalServer } from './for-test.ts'
import { runTasks } from './mailbox.ts'
import { answered, signIn, type SignedIn } from './sign-in.ts'
import type { CareersPage, CareersPages } from '#features/imports/contract-pages.ts'

export const employer = 'Lakeshore Clinic'
/** What the employer's boards have; with `answer`, what its site answers instead. */
export const served: { openings: Opening[]; answer: RequestListener | undefined } = {
  openings: [],
  answer: undefined,
}
let site: LocalServer
export let app: TestApp
export let owner: SignedIn

/** A board with one employer, and the employer's site, anew for each test of a file. */
export function careersPageForFile(): void {
  beforeAll(async () => {
    const boards = answerBoards(employer, () => served.openings)
    site = await serveLocally((request, response) => (served.answer ?? boards)(request, response))
    app = await testApp({
      env: { RATE_LIMITS: 'off', EMPLOYER_PAGE_HOSTS: new URL(site.origin).host },
    })
  })
  afterAll(async () => {
    await app.close()
    await site.close()
  })
  beforeEach(async () => {
    await sql`
      truncate jobs, import_keys, imports, import_sources, import_checks, fact_answers, mails,
        name_grants, users, organizations, pgboss.job cascade
    `.execute(app.db)
    owner = await signIn(app, 'employer', { companyName: employer })
    served.openings = [
      opening(1),
      opening(2),
      opening(3, { title: 'Registered Nurse', text: 'Nurse.' }),
    ]
    served.answer = undefined
  })
}

export const path = '/api/employer/sources'
export const pagesOf = async (person = owner) => (await person.get(path)).json<CareersPages>().pages
export const addressOf = (board: keyof typeof boardPaths) => site.origin + boardPaths[board]

export async function connect(board: keyof typeof boardPaths = 'greenhouse', person = owner) {
  const [status, page] = await answered(person.post(path, { url: addressOf(board) }))
  expect([status, page]).toEqual([200, expect.anything()])
  await runTasks(app)
  return (await pagesOf(person)).find(({ id }) => id === (page as CareersPage).id) as CareersPage
}

export async function run({ id }: CareersPage, leftOut: string[] = [], person = owner) {
  expect((await person.post(`${path}/${id}/run`, { leftOut })).statusCode).toBe(200)
  await runTasks(app)
  return (await pagesOf(person)).find((page) => page.id === id) as CareersPage
}

type Row = Record<string, unknown> & { id: string; title: string }
export async function jobs(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select id, title, employer, city, status, channel, owner_id, comp_min::integer as pay, requisition,
      source, follows_page, apply_url, apply_until, expires_at
    from jobs order by owner_id nulls last, source_url, title, id
  `.execute(app.db)
  return rows
}
export const titles = async (status = 'active') =>
  (await jobs()).filter((job) => job['status'] === status).map(({ title }) => title)
