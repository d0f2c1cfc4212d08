import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { opening } from '#test/fixtures/boards.ts'
import { answered, signIn, type SignedIn } from '#test/sign-in.ts'
import { importDataset } from '../runs/import-dataset.ts'
import {
  addressOf,
  app,
  careersPageForFile,
  connect,
  employer,
  jobs,
  owner,
  pagesOf,
  path,
  run,
  served,
  titles,
} from '#test/careers-page.ts'

/** Whose names the postings of a connected page may bear. */

careersPageForFile()

describe('the gate of names', () => {
  const own = (person: SignedIn, name: string) =>
    sql`
      insert into name_grants (id, name, organization_id, kind, authority, granted_at)
      values (gen_random_uuid(), ${name}, organization_of(${person.user.id}), 'own', 'administrator', now())
    `.execute(app.db)

  it('holds the postings of an employer whom nobody knows', async () => {
    const stranger = await signIn(app, 'employer', { companyName: employer, trusted: false })
    await run(await connect('greenhouse', stranger), [], stranger)
    expect(await titles('pending')).toHaveLength(2)
  })

  it('refuses a name and rows of another organization', async () => {
    const other = await signIn(app, 'employer', { companyName: 'Ridge Hospital' })
    await own(other, 'Ridge Hospital')
    const asked = { url: addressOf('greenhouse'), employer: 'Ridge Hospital' }
    expect(await answered(owner.post(path, asked))).toEqual([
      409,
      expect.objectContaining({ error: 'This name belongs to another organization.' }),
    ])
    served.openings = [opening(1), opening(2, { employer: 'Ridge Hospital' })]
    await run(await connect())
    expect(await titles()).toEqual(['Cardiologist 1'])
    await run(await connect('greenhouse', other), [], other)
    expect(await titles('pending')).toEqual(['Cardiologist 1'])
  })

  it('asks a moderator once about a page in a name that nobody knows', async () => {
    served.openings = [
      opening(1, { employer: 'LSC Holdings' }),
      opening(2, { employer: 'LSC Holdings' }),
    ]
    await run(await connect())
    expect(await jobs()).toMatchObject([{ employer, status: 'pending' }, { status: 'pending' }])
    const { rows } = await sql`select doubtful, facts #>> '{employer,words}' as words from job_facts
      `.execute(app.db)
    expect(rows[0]).toEqual({ doubtful: ['employer'], words: 'LSC Holdings' })
  })

  it('stops with the name, and closes nothing', async () => {
    const page = await connect()
    await run(page)
    const other = await signIn(app, 'employer', { companyName: 'Ridge Hospital' })
    await sql`update name_grants set withdrawn_at = now()`.execute(app.db)
    await own(other, employer)
    served.openings = []
    expect((await run(page)).lastRun).toMatchObject({
      status: 'failed',
      message: `The name ${employer} belongs to another organization.`,
    })
    expect(await titles()).toHaveLength(2)
  })

  it('lets edits of a text wait where nobody vouches any more', async () => {
    const page = await connect()
    await run(page)
    await sql`update name_grants set withdrawn_at = now()`.execute(app.db)
    served.openings = [opening(1, { title: 'Chief Cardiologist' }), opening(2)]
    await run(page)
    expect(await titles()).toEqual(['Cardiologist 1', 'Cardiologist 2'])
    served.openings = [opening(1, { title: 'Head Cardiologist' }), opening(2)]
    await run(page)
    const { rows } = await sql`select fields ->> 'title' as title from waiting_edits`.execute(
      app.db,
    )
    expect(rows).toEqual([{ title: 'Head Cardiologist' }])
  })

  it('goes on with the first owner after a colleague has left', async () => {
    const colleague = await signIn(app, 'employer')
    await sql`
      update organization_members set organization_id = organization_of(${owner.user.id}), seat = 'recruiter'
      where user_id = ${colleague.user.id}
    `.execute(app.db)
    const page = await connect('greenhouse', colleague)
    await run(page, [], colleague)
    expect(await jobs()).toMatchObject([{ owner_id: colleague.user.id }, {}])
    const seat = `/api/organization/members/${colleague.user.id}`
    expect((await owner.delete(seat)).statusCode).toBe(200)
    served.openings = [...served.openings, opening(5)]
    expect((await colleague.post(`${path}/${page.id}/run`, { leftOut: [] })).statusCode).toBe(404)
    await run(page)
    expect((await jobs()).map((job) => job['owner_id'])).toEqual(Array(3).fill(owner.user.id))
  })

  it('is in nobody’s way, and leaves nothing to the next with the same name', async () => {
    const stranger = await signIn(app, 'employer', { companyName: employer, trusted: false })
    const page = await connect('greenhouse', stranger)
    const answer = { fact: 'specialty', value: { specialty: 'Psychiatry' } }
    const said = { fact: 'specialty', words: 'Cardiologist 1', answer }
    expect(await answered(stranger.put(`${path}/${page.id}/answers`, said))).toMatchObject([
      200,
      {},
    ])
    await run(page, [], stranger)
    await stranger.delete(`${path}/${page.id}`)
    await connect('greenhouse', stranger)
    await run(await connect())
    expect(await titles()).toEqual(['Cardiologist 1', 'Cardiologist 2'])
    const { rows } =
      await sql`select from fact_answers join import_sources on name = source`.execute(app.db)
    expect(rows).toEqual([])
  })

  it('counts the pages of all seats together, also at once', async () => {
    const colleagues = [await signIn(app, 'employer'), await signIn(app, 'employer')]
    await sql`
      update organization_members set organization_id = organization_of(${owner.user.id}), seat = 'assigned'
      where user_id = any (${colleagues.map(({ user }) => user.id)}::uuid[])
    `.execute(app.db)
    await Promise.all(
      [owner, ...colleagues].flatMap((person, seat) =>
        Array.from({ length: 6 }, (_, page) =>
          person.post(path, { url: `${addressOf('greenhouse')}&page=${seat}-${page}` }),
        ),
      ),
    )
    const { rows } = await sql`select count(*)::integer as n from import_sources`.execute(app.db)
    expect(rows).toEqual([{ n: 10 }])
  })

  it('lets a colleague do what the seat may', async () => {
    const page = await connect()
    for (const [seat, shown, status] of [
      ['reader', 1, 403],
      ['assigned', 0, 404],
      ['recruiter', 1, 200],
    ] as const) {
      const colleague = await signIn(app, 'employer')
      await sql`
        update organization_members set organization_id = organization_of(${owner.user.id}), seat = ${seat}
        where user_id = ${colleague.user.id}
      `.execute(app.db)
      expect(await pagesOf(colleague), seat).toHaveLength(shown)
      if (seat === 'recruiter') {
        const outsider = await signIn(app, 'recruiter')
        expect(await pagesOf(outsider)).toEqual([])
        expect((await outsider.delete(`${path}/${page.id}`)).statusCode).toBe(404)
      }
      expect((await colleague.delete(`${path}/${page.id}`)).statusCode, seat).toBe(status)
    }
  })

  it('takes over what an import had added under a vouched name, and nobody else’s', async () => {
    const listed = (name: string, number: number) => ({
      id: number,
      title: `Cardiologist ${number}`,
      company: name,
      location: 'Boise, ID',
      url: `https://boards.greenhouse.io/lakeshore/jobs/${number}`,
      description: 'A physician sees patients in clinic.',
    })
    const items = [listed(employer, 1), listed('Ridge Hospital', 2)]
    await importDataset(app.db, { items }, { allowedHosts: [], sourceName: 'A list' })
    await run(await connect())
    expect(await jobs()).toMatchObject([
      { title: 'Cardiologist 1', owner_id: owner.user.id, status: 'active', follows_page: true },
      { employer, title: 'Cardiologist 2', owner_id: owner.user.id },
      { employer: 'Ridge Hospital', owner_id: null, status: 'pending', follows_page: false },
    ])
    // The list ends what it added, and not what follows the page.
    const ended = items.map((item) => ({ ...item, status: 'closed' }))
    await importDataset(app.db, { items: ended }, { allowedHosts: [], sourceName: 'A list' })
    expect(await titles()).toEqual(['Cardiologist 1', 'Cardiologist 2'])
    expect((await jobs())[2]).toMatchObject({ status: 'removed' })
  })
})
