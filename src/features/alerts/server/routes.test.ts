import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { publicUrl, appForFile } from '#test/app.ts'
import { mailsTo, runTasks } from '#test/mailbox.ts'
import { asVisitor, signIn } from '#test/sign-in.ts'
import type { AlertView } from '../contract.ts'
import { claimAlerts, purge } from './queries.ts'

const site = appForFile({ env: { RATE_LIMITS: 'off' } })
let address: string
let count = 0
beforeEach(() => {
  address = `physician${++count}@mail.test`
})

const texas = { specialty: 'Cardiology', state: 'TX' }
const visitor = () => asVisitor(site)
const save = (body: object) => visitor().post('/api/alerts', { search: texas, email: address, ...body })

async function mails(to = address) {
  await runTasks(site)
  return mailsTo(site, to)
}

/** The path of a mail's button. */
const linkIn = (text: string | undefined, path: string): string =>
  /\S+/.exec(text?.slice(text.indexOf(`${publicUrl}${path}`)) ?? '')?.[0].slice(publicUrl.length) ?? ''

const tokenIn = (link: string): string => new URLSearchParams(link.split('?')[1]).get('token') ?? ''

async function confirm(to = address) {
  const link = linkIn((await mails(to)).at(-1)?.text, '/alerts/confirm')
  return visitor().post('/api/alerts/confirm', { token: tokenIn(link) })
}

const stored = async (email = address) =>
  (
    await sql<{ id: string; user_id: string | null; status: string; search: string; frequency: string; time_zone: string }>`
    select id, user_id, status, search, frequency, time_zone from job_alerts where email = ${email} order by created_at
  `.execute(site.db)
  ).rows

describe('somebody without an account', () => {
  test('confirms by mail before the alert is on', async () => {
    const answer = await save({ frequency: 'weekly', timeZone: 'America/Phoenix' })
    expect(answer.json()).toMatchObject({ status: 'confirmation-sent' })
    expect(await stored()).toMatchObject([{ status: 'pending', frequency: 'weekly', time_zone: 'America/Phoenix' }])

    const [mail] = await mails()
    expect(mail?.subject).toBe('Confirm your job alert')
    // Scanners follow links.
    expect((await site.get(linkIn(mail?.text, '/alerts/confirm'))).statusCode).toBe(200)
    expect(await stored()).toMatchObject([{ status: 'pending' }])
    const confirmed = await confirm()
    expect(confirmed.statusCode).toBe(200)
    expect(confirmed.json()).toMatchObject({ alert: { label: 'Cardiology · Texas', status: 'active', search: texas } })
    expect(await stored()).toMatchObject([{ status: 'active' }])
  })

  test('gets the same answer whether the address is known, confirmed or an account’s', async () => {
    const first = await save({})
    const again = await save({})
    await confirm()
    const confirmed = await save({})
    const physician = await signIn(site, 'physician')
    const account = await save({ email: physician.user.email })
    for (const answer of [again, confirmed, account])
      expect([answer.statusCode, answer.body]).toEqual([first.statusCode, first.body])
  })

  test('is told by mail, not on the page, that the alert exists', async () => {
    await save({})
    await confirm()
    await save({ frequency: 'instant' })
    const all = await mails()
    expect(all.map((it) => it.subject)).toEqual(['Confirm your job alert', 'You already have this job alert: Cardiology · Texas'])
    expect(await stored()).toMatchObject([{ status: 'active', frequency: 'daily' }])
  })

  test('cannot flood an address', async () => {
    for (let call = 0; call < 3; call++) await save({})
    expect(await mails()).toHaveLength(1)
    for (const state of ['CA', 'NY', 'FL', 'WA', 'OR', 'NV', 'AZ']) await save({ search: { state } })
    expect(await mails()).toHaveLength(5)
  })

  test('stores a search without sort order and unknown parameters, or without any, and the default for an unknown time zone', async () => {
    await save({ search: { ...texas, page: '3', sortBy: 'comp', limit: '50', color: 'teal', visa: 'maybe' } })
    await save({ search: {}, timeZone: 'Mars/Olympus' })
    expect(await stored()).toMatchObject([
      { search: '?specialty=Cardiology&state=TX' },
      { search: '', time_zone: 'America/New_York' },
    ])
  })

  test.each([
    [{ email: 'ada' }, 'email', 'Please enter a valid email address'],
    [{ email: undefined }, 'email', 'Please enter a valid email address'],
    [{ frequency: 'hourly' }, 'frequency', 'Please choose how often'],
    [{ search: 'Texas' }, 'search', undefined],
  ])('is told what is wrong with %j', async (body, field, message) => {
    const answer = await save(body)
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ details: [{ field, ...(message && { message }) }] })
  })

  test('gets an error for an unknown place', async () => {
    const answer = await save({ search: { city: 'Qwzxville' } })
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([
      400,
      'We do not know a place called “Qwzxville”. Please correct it, then save the search.',
    ])
  })

  test('is deleted after a week without a confirmation', async () => {
    await save({})
    const link = linkIn((await mails())[0]?.text, '/alerts/confirm')
    await purge(site.db, new Date(Date.now() + 1000))
    expect(await stored()).toEqual([])
    const late = await visitor().post('/api/alerts/confirm', { token: tokenIn(link) })
    expect([late.statusCode, late.json()]).toMatchObject([404, { error: expect.stringContaining('no longer works') }])
  })
})

describe('the link to all alerts of an address', () => {
  async function manage(): Promise<string> {
    await save({})
    return (await confirm()).json<{ manageToken: string }>().manageToken
  }
  const list = async (token: string) => (await visitor().get(`/api/alerts?token=${token}`)).json<{ alerts: AlertView[] }>().alerts

  test('shows, changes, pauses and deletes them', async () => {
    const token = await manage()
    const [alert] = await list(token)
    const url = `/api/alerts/${alert?.id}?token=${token}`
    expect((await visitor().put(url, { frequency: 'weekly' })).json()).toMatchObject({ frequency: 'weekly', status: 'active' })
    expect((await visitor().put(url, { status: 'paused' })).json()).toMatchObject({ frequency: 'weekly', status: 'paused' })
    expect((await visitor().delete(url)).json()).toEqual({ success: true })
    expect(await list(token)).toEqual([])
    expect((await visitor().put(url, { status: 'active' })).statusCode).toBe(404)
    expect((await visitor().delete(url)).statusCode).toBe(404)
  })

  test('opens only its own address’s alerts', async () => {
    const token = await manage()
    const other = `other${count}@mail.test`
    await save({ email: other })
    const { alert } = (await confirm(other)).json<{ alert: AlertView }>()
    const url = `/api/alerts/${alert.id}?token=${token}`
    expect((await visitor().put(url, { status: 'paused' })).statusCode).toBe(404)
    expect((await visitor().delete(url)).statusCode).toBe(404)
    expect(await stored(other)).toMatchObject([{ status: 'active' }])
  })

  test('cannot be forged, or made from another link', async () => {
    const token = await manage()
    const confirmation = tokenIn(linkIn((await mails())[0]?.text, '/alerts/confirm'))
    for (const forged of [
      token.slice(0, -2),
      `${Buffer.from('boss@mail.test').toString('base64url')}.${token.split('.')[1]}`,
      confirmation,
      'x',
    ])
      expect((await visitor().get(`/api/alerts?token=${forged}`)).statusCode).toBe(404)
    expect((await visitor().get('/api/alerts')).statusCode).toBe(401)
  })

  test('is mailed on request, with the same answer for unknown addresses', async () => {
    await manage()
    const known = await visitor().post('/api/alerts/link', { email: address })
    const unknown = await visitor().post('/api/alerts/link', { email: `nobody${count}@mail.test` })
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body])
    const mail = (await mails()).at(-1)
    expect(mail?.subject).toBe('Your job alerts on Whitecoat')
    expect(await list(tokenIn(linkIn(mail?.text, '/alerts?')))).toHaveLength(1)
    expect(await mails(`nobody${count}@mail.test`)).toEqual([])
  })
})

describe('somebody signed in', () => {
  test('gets an alert at once, and only one per search', async () => {
    const physician = await signIn(site, 'physician')
    const answer = await physician.post('/api/alerts', { search: texas })
    expect(answer.json()).toEqual({ status: 'active', message: 'Your job alert is on.' })
    await physician.post('/api/alerts', { search: { state: 'TX', specialty: 'Cardiology' }, frequency: 'instant' })
    const { alerts } = (await physician.get('/api/alerts')).json<{ alerts: AlertView[] }>()
    expect(alerts).toMatchObject([
      { label: 'Cardiology · Texas', frequency: 'instant', status: 'active', email: physician.user.email },
    ])
    expect(await mails(physician.user.email)).toEqual([])
  })

  test('takes over alerts that were saved for the address before', async () => {
    await save({})
    await confirm()
    const physician = await signIn(site, 'physician', { email: address })
    const { alerts } = (await physician.get('/api/alerts')).json<{ alerts: AlertView[] }>()
    expect(alerts).toMatchObject([{ label: 'Cardiology · Texas', status: 'active' }])
    expect((await physician.delete(`/api/alerts/${alerts[0]?.id}`)).statusCode).toBe(200)
    expect(await stored()).toEqual([])
  })

  test('proves the address first', async () => {
    const physician = await signIn(site, 'physician', { email: address, emailVerified: false })
    await save({})
    await confirm()
    expect((await physician.get('/api/alerts')).json()).toEqual({ alerts: [] })
    const answer = await physician.post('/api/alerts', { search: { state: 'CA' } })
    expect(answer.json()).toMatchObject({ status: 'confirmation-sent' })
    expect((await stored()).map((it) => it.status)).toEqual(['active', 'pending'])
  })

  test('has confirmed what it asked for once its address is proven, and nothing of others', async () => {
    const physician = await signIn(site, 'physician', { email: address, emailVerified: false })
    await save({ search: { state: 'NV' } })
    await physician.post('/api/alerts', { search: { state: 'CA' } })
    const own = (await stored()).find((it) => it.user_id !== null)
    expect((await physician.put(`/api/alerts/${own?.id}`, { status: 'active' })).statusCode).not.toBe(200)
    await claimAlerts(site.db, { userId: physician.user.id, email: address })
    expect((await stored()).map((it) => [it.search, it.status])).toEqual([
      ['?state=NV', 'pending'],
      ['?state=CA', 'active'],
    ])
  })

  test('has to prove every other address, too', async () => {
    const physician = await signIn(site, 'physician')
    const answer = await physician.post('/api/alerts', { search: texas, email: address })
    expect(answer.json()).toMatchObject({ status: 'confirmation-sent' })
    expect(await stored()).toMatchObject([{ status: 'pending' }])
  })

  test('cannot reach other people’s alerts', async () => {
    const [ada, grace] = [await signIn(site, 'physician'), await signIn(site, 'physician')]
    await ada.post('/api/alerts', { search: texas })
    const id = (await ada.get('/api/alerts')).json<{ alerts: AlertView[] }>().alerts[0]?.id
    expect((await grace.get('/api/alerts')).json()).toEqual({ alerts: [] })
    expect((await grace.put(`/api/alerts/${id}`, { status: 'paused' })).statusCode).toBe(404)
    expect((await grace.delete(`/api/alerts/${id}`)).statusCode).toBe(404)
    expect(await stored(ada.user.email)).toMatchObject([{ status: 'active' }])
  })

  test('has a limited number of alerts', async () => {
    const physician = await signIn(site, 'physician')
    for (let miles = 0; miles < 50; miles++) await physician.post('/api/alerts', { search: { minPay: String(100_000 + miles) } })
    const answer = await physician.post('/api/alerts', { search: texas })
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { error: expect.stringContaining('You have 50 job alerts') }])
    // Existing ones can still be changed.
    expect((await physician.post('/api/alerts', { search: { minPay: '100001' } })).statusCode).toBe(200)
  })

  test('loses the alerts with the account', async () => {
    const physician = await signIn(site, 'physician', { email: address })
    await physician.post('/api/alerts', { search: texas })
    await sql`delete from users where id = ${physician.user.id}`.execute(site.db)
    expect(await stored()).toEqual([])
  })
})
