import { sql } from 'kysely'
import { hearHooks } from './receiver.ts'
import { isAccepted, readsPosting, worksFor } from './rules.ts'
import type { Application, Mail, Person, Posting } from './state.ts'
import { nameKey, type World } from './world.ts'

/** What can be seen from outside: the public, each person's pages, and the table of mails. */

type Page = { reader: Person; url: string; status: number; body: string }

type PublicJob = { title: string; employer: string; isVerifiedHospital: boolean }

export type Inbox = {
  inquiries: InboxItem[]
  counts: Record<string, number>
  total: number
  unread: number
  next: string | null
}
type InboxItem = {
  id: string
  jobId: string
  name: string
  email: string | null
  emailConfirmed: boolean
  message: string
  stage: string
  cvFileName: string | null
}

/** Where a posting is public, by surface. */
type Surfaces = Record<'api' | 'page' | 'list' | 'feed' | 'aggregators' | 'programs', boolean>

/** What was seen after one step. */
export type Look = {
  isDeep: boolean
  pages: Page[]
  /** Public jobs by posting. */
  jobs: Map<Posting, PublicJob | null>
  inboxes: Map<Person, Inbox>
  /** Of a deep look. */
  surfaces: Map<Posting, Surfaces>
  /** Why the next posting of somebody would wait. */
  policies: Map<Person, string | null>
  /** What each page of the applications has, by its application's id. */
  applied: Map<Person, Applied[]>
}

type MailRow = {
  id: string
  to_address: string
  subject: string
  text: string
  html: string
  reply_to: unknown
  calendar: string | null
  state: string
  cause: string
  created_at: Date
}

/** Mails to the cast, the oldest first: what is new, and every state. */
export async function readMails(world: World): Promise<void> {
  const { rows } = await sql<MailRow>`
    select * from mails where to_address like ${`%.${world.mark}%`} order by created_at, id
  `.execute(world.site.db)
  const known = new Map(world.mails.map((mail) => [mail.id, mail]))
  for (const mail of world.mails) mail.isThere = false
  for (const row of rows) {
    const mail = known.get(row.id)
    if (mail) Object.assign(mail, { state: row.state, isThere: true })
    else {
      const found = mailOf(row)
      world.mails.push(found)
      world.newMails.push(found)
    }
  }
}

const mailOf = ({
  id,
  to_address: to,
  subject,
  text,
  reply_to,
  calendar,
  state,
  cause,
  created_at: at,
  ...rest
}: MailRow): Mail => ({
  id,
  to,
  subject,
  state,
  cause,
  at,
  isThere: true,
  calendar: calendar ?? '',
  body: [subject, text, JSON.stringify({ ...rest, html: undefined })].join('\n'),
  replyTo: JSON.stringify(reply_to ?? ''),
})

/** Of the latest manage link in the poster's mailbox. */
export const manageTokenOf = (world: World): string | undefined =>
  world.mails
    .flatMap(({ to, body }) =>
      to === world.address('poster') ? (/manage\?token=([\w-]+)/.exec(body)?.[1] ?? []) : [],
    )
    .at(-1)

/** The text of the newest mail to an address. */
export async function readOneMail(world: World, address: string): Promise<string> {
  await readMails(world)
  return world.mails.findLast(({ to }) => to === address)?.body ?? ''
}

/** The id of an application as its poster has it. */
export async function findId(world: World, application: Application): Promise<string | undefined> {
  const { posting, texts } = application
  const reader = world.active('hirer').find((person) => readsPosting(person, posting))
  if (!reader) return undefined
  const { inquiries = [] } = (await reader.caller.get(`/api/inbox?jobId=${posting.id}`)).json<
    Partial<Inbox>
  >()
  const first = texts[0]?.mark ?? '-'
  const found = inquiries.filter(({ message }) => message.includes(first))
  return (
    found.find(
      ({ emailConfirmed, name }) =>
        emailConfirmed === application.isConfirmed && name === application.name,
    ) ?? found[0]
  )?.id
}

/**
 * Looks at what the step may have changed, through the eyes of a few; a deep look, at everything
 * through everybody's.
 */
export async function look(world: World, isDeep: boolean): Promise<Look> {
  const seen: Look = {
    isDeep,
    pages: [],
    jobs: new Map(),
    inboxes: new Map(),
    applied: new Map(),
    surfaces: new Map(),
    policies: new Map(),
  }
  const hirers = world.active('hirer').filter((person) => isDeep || isConcerned(world, person))
  const physicians = world
    .active('physician')
    .filter((person) => isDeep || isConcerned(world, person))
  await Promise.all([
    readMails(world),
    ...world.postings.map(async (posting) => lookAtPosting(world, posting, seen)),
  ])
  for (const application of world.applications)
    if (application.id === '') application.id = (await findId(world, application)) ?? ''
  await hearHooks(world)
  await Promise.all([
    lookByKeys(world, seen),
    ...hirers.map(async (person) => lookAsHirer(world, person, seen)),
    ...physicians.map(async (person) => lookAsPhysician(world, person, seen)),
    ...world.postings.map(async (posting) => lookAsPoster(world, posting, seen)),
    ...(isDeep ? world.postings.map(async (posting) => lookAtSurfaces(world, posting, seen)) : []),
  ])
  return seen
}

async function lookAtPosting(world: World, posting: Posting, seen: Look): Promise<void> {
  const { statusCode: status, body } = await world.visitor.get(`/api/jobs/${posting.id}`)
  const job = status === 200 ? (JSON.parse(body) as PublicJob) : null
  seen.jobs.set(posting, job)
  seen.pages.push({
    reader: world.person('stranger'),
    url: `/api/jobs/${posting.alias}`,
    status,
    body,
  })
  posting.isPublic = job !== null
  posting.wasPublic ||= posting.isPublic
  if (job) posting.company = job.employer
  // A grant that ends later takes nothing down.
  if (job && isAccepted(world, posting)) posting.accepted.add(nameKey(posting.company))
  if (seen.isDeep || world.touched.has(posting)) await readStatus(world, posting)
}

/** Status and name as an administrator has them; a waiting edit is not part of it. */
export async function readStatus(world: World, posting: Posting): Promise<void> {
  const answer = await world.person('admin').caller.get(`/api/job-postings/${posting.id}`)
  if (answer.statusCode !== 200) posting.status = 'removed'
  else Object.assign(posting, stateOf(answer.json<Pick<Posting, 'status' | 'company'>>()))
}

const stateOf = ({ status, company }: Pick<Posting, 'status' | 'company'>) => ({ status, company })

/** One of the poster's team, one of another, and who applied. */
function isConcerned(world: World, person: Person): boolean {
  const touched = [...world.touched]
  const turn = world.log.length
  if (person.kind === 'hirer') {
    const colleagues = world.active('hirer').filter(({ team }) => team === person.team)
    const isNext = colleagues[turn % Math.max(1, colleagues.length)] === person
    return touched.some((posting) =>
      posting.team === person.team ? isNext : isNext && turn % 4 === 0,
    )
  }
  return world.applications.some(
    ({ posting, email, by }) =>
      world.touched.has(posting) && (email === person.email || by === person.key),
  )
}

/** What the manage link of a posting shows. */
async function lookAsPoster(world: World, posting: Posting, seen: Look): Promise<void> {
  if (posting.team !== 'nobody' || !(seen.isDeep || world.touched.has(posting))) return
  const token = manageTokenOf(world)
  if (token === undefined) return
  const answer = await world.visitor.post('/api/manage-posting/inquiries', { token })
  seen.pages.push({
    reader: world.person('poster'),
    url: '/api/manage-posting/inquiries',
    status: answer.statusCode,
    body: answer.body,
  })
}

async function lookAtSurfaces(world: World, posting: Posting, seen: Look): Promise<void> {
  const { id, title } = posting
  const word = title.split(' ').at(-1) ?? ''
  const get = async (url: string) => world.visitor.get(url)
  const has = async (url: string) => (await get(url)).body.includes(id)
  const [page, list, feed, aggregators, programs] = await Promise.all([
    get(`/jobs/${id}`).then(({ statusCode }) => statusCode === 200),
    has(`/api/jobs?keyword=${word}`),
    has(`/jobs.rss?keyword=${word}`),
    has(`/jobs.xml?keyword=${word}`),
    get(`/api/v1/jobs/${id}`).then(({ statusCode }) => statusCode === 200),
  ])
  seen.surfaces.set(posting, {
    api: seen.jobs.get(posting) !== null,
    page,
    list,
    feed,
    aggregators,
    programs,
  })
}

async function page(seen: Look, reader: Person, url: string): Promise<Page> {
  const answer = await reader.caller.get(url)
  const found = { reader, url, status: answer.statusCode, body: answer.body }
  seen.pages.push(found)
  return found
}

const pagesOf = async (seen: Look, reader: Person, urls: readonly string[]) =>
  Promise.all(urls.map(async (url) => page(seen, reader, url)))

/** The applications that a program reads by its key: as its maker, and while its maker may. */
async function lookByKeys(world: World, seen: Look): Promise<void> {
  // A seat that is lost ends its keys for good; a suspension stops them.
  for (const key of world.keys) {
    const { team, seat, isDeleted } = world.person(key.by)
    key.isRevoked ||= isDeleted || team !== key.team || seat !== 'owner'
  }
  for (const key of world.keys.filter(({ scope }) => scope === 'applications')) {
    const url = '/api/v1/applications'
    const headers = { authorization: `Bearer ${key.secret}` }
    const { statusCode: status, body } = await world.site.app.inject({ url, headers })
    if (status !== 401 && !worksFor(world, key))
      world.wrong('A key works as long as its maker may.', `a key of ${key.by}: ${status}`)
    if (status !== 200 && worksFor(world, key))
      world.wrong('A key works as long as its maker may.', `${status} ${body.slice(0, 100)}`)
    seen.pages.push({ reader: world.person(key.by), url, status, body })
  }
}

async function lookAsHirer(world: World, person: Person, seen: Look): Promise<void> {
  const inbox = await page(seen, person, '/api/inbox')
  if (inbox.status === 200) seen.inboxes.set(person, JSON.parse(inbox.body) as Inbox)
  if (seen.isDeep) {
    const policy = await page(seen, person, '/api/posting-policy/own')
    if (policy.status === 200)
      seen.policies.set(person, (JSON.parse(policy.body) as { hold: string | null }).hold)
  }
  const known = world.applications.filter(
    ({ id, posting }) => id !== '' && (seen.isDeep || world.touched.has(posting)),
  )
  // Others' only sometimes, and no part of them.
  const some = known.filter(
    ({ posting }, index) =>
      posting.team === person.team || index === world.log.length % known.length,
  )
  await pagesOf(seen, person, [
    ...some.map(({ id }) => `/api/inbox/${id}`),
    ...some.flatMap(({ id, cv }) => (cv === null ? [] : [`/api/inbox/${id}/cv`])),
    ...(seen.isDeep ? some.map(({ id }) => `/api/threads/${id}/interview.ics`) : []),
    ...(person.key === 'finn' && world.submittals.length > 0 ? ['/api/submittals'] : []),
    ...(seen.isDeep
      ? ['/api/job-postings', '/api/inbox.csv', '/api/organization', '/api/account/export']
      : []),
  ])
}

type Applied = { id: string; jobId: string; message: string; cvFileName: string | null }

async function lookAsPhysician(world: World, person: Person, seen: Look): Promise<void> {
  const list = await page(seen, person, '/api/applications')
  const own =
    list.status === 200 ? (JSON.parse(list.body) as { applications: Applied[] }).applications : []
  seen.applied.set(person, own)
  const others = world.applications.flatMap(({ id, email }) =>
    id !== '' && email !== person.email ? [id] : [],
  )
  const ids = [...own.map(({ id }) => id), ...(seen.isDeep ? others : [])]
  await pagesOf(seen, person, [
    ...ids.map((id) => `/api/applications/${id}`),
    ...(seen.isDeep ? ids.map((id) => `/api/threads/${id}/interview.ics`) : []),
    ...(seen.isDeep ? ['/api/account/export'] : []),
  ])
}
