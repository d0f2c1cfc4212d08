import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { publicUrl, appForFile } from '#test/app.ts'
import { writtenTo } from '#test/mailbox.ts'
import { answered, asVisitor, signIn, type Caller } from '#test/sign-in.ts'
import type { AlertView } from '../contract.ts'
import { claimAlerts, unconfirmedAlerts } from './queries.ts'

const site = appForFile({ env: { RATE_LIMITS: 'off' } })
let address: string
let count = 0
beforeEach(() => {
  address = `physician${++count}@mail.test`
})

const unknownPlace = 'We do not know a location called “Qwzxville”.'
const texas = { specialty: 'Cardiology', state: 'TX' }
const visitor = () => asVisitor(site)
const save = (body: object = {}) =>
  visitor().post('/api/alerts', { search: texas, email: address, ...body })
const listed = async (caller: Caller, query = '') =>
  (await caller.get(`/api/alerts${query}`)).json<{ alerts: AlertView[] }>().alerts

const mails = (to = address) => writtenTo(site, to)
const subjects = async (to?: string) => (await mails(to)).map((mail) => mail.subject)

/** The path of the newest mail's button. */
async function linkTo(path: string, to = address): Promise<string> {
  const text = (await mails(to)).at(-1)?.text ?? ''
  return (
    /\S+/.exec(text.slice(text.indexOf(`${publicUrl}${path}`)))?.[0].slice(publicUrl.length) ?? ''
  )
}
const tokenIn = (link: string): string => new URLSearchParams(link.split('?')[1]).get('token') ?? ''
const confirmWith = (link: string) =>
  visitor().post('/api/alerts/confirm', { token: tokenIn(link) })
const confirm = async (to = address) => confirmWith(await linkTo('/alerts/confirm', to))

type Stored = {
  id: string
  user_id: string | null
  status: string
  search: string
  frequency: string
  time_zone: string
}
const stored = async (email = address) =>
  (
    await sql<Stored>`select id, user_id, status, search, frequency, time_zone from job_alerts where email = ${email}
      order by created_at`.execute(site.db)
  ).rows

describe('somebody without an account', () => {
  test('confirms by mail before the alert is on', async () => {
    const answer = await save({ frequency: 'weekly', timeZone: 'America/Phoenix' })
    expect(answer.json()).toMatchObject({ status: 'confirmation-sent' })
    expect(await stored()).toMatchObject([
      { status: 'pending', frequency: 'weekly', time_zone: 'America/Phoenix' },
    ])

    expect(await subjects()).toEqual(['Confirm your job alert'])
    // Scanners follow links.
    expect((await site.get(await linkTo('/alerts/confirm'))).statusCode).toBe(200)
    expect(await stored()).toMatchObject([{ status: 'pending' }])
    const alert = { label: 'Cardiology · Texas', status: 'active', search: texas }
    expect((await confirm()).json()).toMatchObject({ alert })
    expect(await stored()).toMatchObject([{ status: 'active' }])
  })

  test('gets the same answer whether the address is new, known, confirmed or an account’s, and is told by mail', async () => {
    const first = await save()
    const again = await save()
    await confirm()
    const confirmed = await save({ frequency: 'instant' })
    const account = await save({ email: (await signIn(site, 'physician')).user.email })
    for (const answer of [again, confirmed, account])
      expect([answer.statusCode, answer.body]).toEqual([first.statusCode, first.body])
    expect(await subjects()).toEqual([
      'Confirm your job alert',
      'You already have this job alert: Cardiology · Texas',
    ])
    expect(await stored()).toMatchObject([{ status: 'active', frequency: 'daily' }])
  })

  test('stores a search without sort order and unknown parameters, or without any, and the default for an unknown time zone', async () => {
    await save({
      search: { ...texas, page: '3', sortBy: 'comp', limit: '50', color: 'teal', visa: 'maybe' },
    })
    await save({ search: {}, timeZone: 'Mars/Olympus' })
    const expected = [
      { search: '?specialty=Cardiology&state=TX' },
      { search: '', time_zone: 'America/New_York' },
    ]
    expect(await stored()).toMatchObject(expected)
  })

  test.each([
    [
      { email: 'ada' },
      { details: [{ field: 'email', message: 'Please enter a valid email address' }] },
    ],
    [
      { email: undefined },
      { details: [{ field: 'email', message: 'Please enter a valid email address' }] },
    ],
    [
      { frequency: 'hourly' },
      { details: [{ field: 'frequency', message: 'Please choose how often' }] },
    ],
    [{ search: 'Texas' }, { details: [{ field: 'search' }] }],
    [
      { search: { city: 'Qwzxville' } },
      { error: `${unknownPlace} Please correct it, then save the search.` },
    ],
  ])('is told what is wrong with %j', async (body, told) => {
    expect(await answered(save(body))).toMatchObject([400, told])
  })

  test('is deleted after a week without a confirmation, which begins anew when it is asked for again', async () => {
    await save()
    const link = await linkTo('/alerts/confirm')
    await sql`update job_alerts set created_at = now() - interval '6 days' where email = ${address}`.execute(
      site.db,
    )
    await save()
    await unconfirmedAlerts.enforce(site.db, new Date(Date.now() - 60_000))
    expect(await stored()).toHaveLength(1)
    await unconfirmedAlerts.enforce(site.db, new Date(Date.now() + 1000))
    expect(await stored()).toEqual([])
    expect(await answered(confirmWith(link))).toMatchObject([
      404,
      { error: expect.stringContaining('no longer works') },
    ])
  })
})

describe('the link to all alerts of an address', () => {
  async function manage(): Promise<string> {
    await save()
    return (await confirm()).json<{ manageToken: string }>().manageToken
  }

  test('cannot be forged, or made from another link', async () => {
    const token = await manage()
    const boss = `${Buffer.from('boss@mail.test').toString('base64url')}.${token.split('.')[1]}`
    for (const forged of [token.slice(0, -2), boss, tokenIn(await linkTo('/alerts/confirm')), 'x'])
      expect((await visitor().get(`/api/alerts?token=${forged}`)).statusCode).toBe(404)
    expect((await visitor().get('/api/alerts')).statusCode).toBe(401)
  })

  test('is mailed on request, with the same answer for unknown addresses', async () => {
    await manage()
    const unknown = `nobody${count}@mail.test`
    const started = performance.now()
    const ask = async (email: string) => {
      const { statusCode, body } = await visitor().post('/api/alerts/link', { email })
      return { statusCode, body, isLate: performance.now() - started > 140 }
    }
    const [one, other] = await Promise.all([address, unknown].map(ask))
    expect(one).toEqual({ ...other, isLate: true })
    expect((await subjects()).at(-1)).toBe('Your job alerts on Whitecoat')
    expect(await listed(visitor(), `?token=${tokenIn(await linkTo('/alerts?'))}`)).toHaveLength(1)
    expect(await mails(unknown)).toEqual([])
  })
})

test('neither a link nor an account reaches other people’s alerts', async () => {
  const [ada, grace] = [await signIn(site, 'physician'), await signIn(site, 'physician')]
  await ada.post('/api/alerts', { search: texas })
  await save()
  const token = (await confirm()).json<{ manageToken: string }>().manageToken
  expect(await listed(grace)).toEqual([])
  const url = `/api/alerts/${(await listed(ada))[0]?.id}`
  for (const [caller, theirs] of [
    [grace, url],
    [visitor(), `${url}?token=${token}`],
  ] as const) {
    expect((await caller.put(theirs, { status: 'paused' })).statusCode).toBe(404)
    expect((await caller.delete(theirs)).statusCode).toBe(404)
  }
  expect(await stored(ada.user.email)).toMatchObject([{ status: 'active' }])
})

describe('somebody signed in', () => {
  test('gets an alert at once, and only one per search', async () => {
    const physician = await signIn(site, 'physician')
    const on = { status: 'active', message: 'Your job alert is on.' }
    expect((await physician.post('/api/alerts', { search: texas })).json()).toEqual(on)
    await physician.post('/api/alerts', {
      search: { state: 'TX', specialty: 'Cardiology' },
      frequency: 'instant',
    })
    const { email } = physician.user
    const alert = { label: 'Cardiology · Texas', frequency: 'instant', status: 'active', email }
    expect(await listed(physician)).toMatchObject([alert])
    expect(await mails(email)).toEqual([])
  })

  test('takes over alerts that were saved for the address before', async () => {
    await save()
    await confirm()
    const physician = await signIn(site, 'physician', { email: address })
    const alerts = await listed(physician)
    expect(alerts).toMatchObject([{ label: 'Cardiology · Texas', status: 'active' }])
    expect((await physician.delete(`/api/alerts/${alerts[0]?.id}`)).statusCode).toBe(200)
    expect(await stored()).toEqual([])
  })

  test('proves the address first, also another one than the account’s', async () => {
    const physician = await signIn(site, 'physician', { email: address, emailVerified: false })
    await save()
    await confirm()
    expect(await listed(physician)).toEqual([])
    const sent = { status: 'confirmation-sent' }
    expect((await physician.post('/api/alerts', { search: { state: 'CA' } })).json()).toMatchObject(
      sent,
    )
    expect((await stored()).map((alert) => alert.status)).toEqual(['active', 'pending'])
    const other = await signIn(site, 'physician')
    expect(
      (await other.post('/api/alerts', { search: { state: 'NV' }, email: address })).json(),
    ).toMatchObject(sent)
    expect((await stored()).map((alert) => alert.status)).toEqual(['active', 'pending', 'pending'])
  })

  test('has confirmed what it asked for once its address is proven, and nothing of others', async () => {
    const physician = await signIn(site, 'physician', { email: address, emailVerified: false })
    await save({ search: { state: 'NV' } })
    await physician.post('/api/alerts', { search: { state: 'CA' } })
    const own = (await stored()).find((row) => row.user_id !== null)
    expect(
      (await physician.put(`/api/alerts/${own?.id}`, { status: 'active' })).statusCode,
    ).not.toBe(200)
    await claimAlerts(site.db, { userId: physician.user.id, email: address })
    expect((await stored()).map((alert) => `${alert.search} ${alert.status}`)).toEqual([
      '?state=NV pending',
      '?state=CA active',
    ])
  })
})
