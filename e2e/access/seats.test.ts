import type { InjectOptions } from 'fastify'
import { sql, type Selectable } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { pdfFile } from '#test/cv-files.ts'
import type { InquiriesTables } from '#features/inquiries/server/tables.ts'
import { appForFile } from '#test/app.ts'
import { addJobs, jobRow } from '#test/factories.ts'
import { signIn, type SignedIn } from '#test/sign-in.ts'
import { formOf, upload } from '#test/upload-cv.ts'
import { rows as connectionRows } from './rows/connections.ts'
import { rows as employerRows } from './rows/employers.ts'
import { rows as inquiryRows } from './rows/inquiries.ts'
import { rows as postingRows } from './rows/postings.ts'

/**
 * Every call of the hiring desk and of the organization × every seat: who may make it gets or
 * changes something, and whoever else calls it gets and changes nothing.
 */

const app = appForFile({ env: { RATE_LIMITS: 'off' } })

const members = ['owner', 'recruiter', 'assigned', 'reader', 'elsewhere'] as const
/**
 * `elsewhere` has postings of its own only; `client` is the owner, who asks for what a search firm
 * got; the applicant has blocked `blocked`.
 */
const seats = [
  ...members,
  'removed',
  'rival',
  'agency',
  'client',
  'blocked',
  'applicant',
  'outsider',
] as const
type Seat = (typeof seats)[number]

const see = ['owner', 'recruiter', 'assigned', 'reader'] as const
const manage = ['owner', 'recruiter', 'assigned'] as const
const owns = ['owner'] as const

type Ids = { inquiry: string; other: string; job: string; note: string; message: string }
type Row = {
  call: string
  may: readonly Seat[]
  /**
   * Of those who may: the answer's status, or words, where it neither shows a secret nor changes
   * anything.
   */
  shows?: string | number
  /** The applicant, who has blocked the employer, would hear of it, or be seen. */
  reaches?: true
  /** Others are not told that it is there, nor that it is not. */
  isQuiet?: true
  params?: () => Record<string, string>
  body?: (ids: Ids, seat: Seat) => object | Promise<object>
}

const year = new Date().getUTCFullYear() + 1
const words = { message: 'Please call us about it.' }
const batch = crypto.randomUUID()
const page = crypto.randomUUID()
const toPage = () => ({ id: page })
const form = () => formOf([{ field: 'message', content: 'Please call me about it.' }])

const table: Row[] = [
  { call: 'GET /api/inbox', may: see },
  { call: 'GET /api/inbox.csv', may: see },
  { call: 'GET /api/inbox/:id', may: see },
  { call: 'GET /api/inbox/:id/cv', may: see, reaches: true },
  { call: 'GET /api/job-postings/:id/outcome', may: see, shows: '"open":' },
  { call: 'GET /api/open-outcomes', may: manage },
  { call: 'GET /api/hiring-report', may: see, shows: '"title":' },
  { call: 'GET /api/hiring-report.csv', may: see, shows: 'WC-' },
  { call: 'GET /api/threads/:id/files/:messageId', may: [...see, 'applicant'], reaches: true },
  { call: 'GET /api/threads/:id/interview.ics', may: [...see, 'applicant'], reaches: true },
  { call: 'PUT /api/threads/:id/read', may: [...see, 'applicant'] },
  { call: 'PUT /api/job-postings/:id/questions', may: manage, body: questions },
  { call: 'GET /api/job-postings/:id/questions', may: see },
  {
    call: 'DELETE /api/question-sets/:id',
    may: manage,
    params: () => ({ id: page }),
    body: questionSet,
  },
  { call: 'PUT /api/inbox/:id/stage', may: manage, body: move },
  { call: 'GET /api/inbox/keys', may: manage, shows: '"version":' },
  { call: 'POST /api/presses', may: manage, body: pressOn },
  {
    call: 'GET /api/presses/:id',
    may: owns,
    params: () => ({ id: batch }),
    body: hasPressed,
    shows: '"isEnded":true',
  },
  {
    call: 'POST /api/presses/:id/undo',
    may: manage,
    params: () => ({ id: batch }),
    body: hasMoved,
    isQuiet: true,
  },
  { call: 'PUT /api/inbox/:id/assignee', may: manage, body: assign },
  { call: 'PUT /api/inbox/:id/person', may: manage, body: join },
  { call: 'POST /api/inbox/:id/notes', may: manage, body: () => ({ note: 'Strong letters.' }) },
  {
    call: 'POST /api/threads/:id/messages',
    may: [...manage, 'applicant'],
    body: form,
    reaches: true,
  },
  { call: 'PUT /api/threads/:id', may: [...manage, 'applicant'], body: toggle },
  {
    call: 'POST /api/threads/:id/report',
    may: [...manage, 'applicant'],
    body: () => ({ reason: `They ask for money, ${Math.random()}` }),
  },
  {
    call: 'POST /api/threads/:id/interview',
    may: [...manage, 'applicant'],
    body: propose,
    reaches: true,
  },
  { call: 'DELETE /api/inbox/:id/notes/:noteId', may: manage, shows: 200 },
  { call: 'GET /api/applications', may: ['applicant'] },
  { call: 'GET /api/applications/:id', may: ['applicant'] },
  { call: 'POST /api/applications/:id/hire', may: ['applicant'], shows: 409 },
  // Texts of an account are its own.
  { call: 'GET /api/saved-replies', may: owns },
  { call: 'POST /api/saved-replies', may: owns, body: () => ({ title: 'Thanks', ...words }) },
  {
    call: 'DELETE /api/saved-replies/:id',
    may: owns,
    isQuiet: true,
    params: () => ({ id: ours.savedReply }),
  },
  {
    call: 'PUT /api/job-postings/:id/outcome',
    may: manage,
    body: () => ({ outcome: 'here', closesOpen: false }),
    shows: 409,
  },

  // Only who has proved the address of a posting without an account finds one.
  { call: 'POST /api/found-postings/:id/disowning', may: [], params: () => ({ id: ids.ours.job }) },

  { call: 'GET /api/organization', may: members },
  { call: 'GET /api/seat-requests', may: owns },
  {
    call: 'POST /api/employers/:slug/seat-requests',
    may: [],
    params: () => ({ slug: 'quillmoor-hospital' }),
  },
  {
    call: 'PUT /api/organization',
    may: owns,
    body: () => ({ name: 'Quillmoor Hospital', site: '', description: 'Zephyr.' }),
  },
  { call: 'POST /api/organization/names', may: owns, body: () => ({ name: 'Quillmoor Clinic' }) },
  { call: 'PUT /api/organization/logo', may: owns, shows: 400 },
  { call: 'DELETE /api/organization/logo', may: owns },
  { call: 'POST /api/organization/photos', may: owns, shows: 400 },
  {
    call: 'DELETE /api/organization/photos/:id',
    may: owns,
    // Other owners are told that their organization is not verified.
    isQuiet: true,
    params: () => ({ id: ours.photo }),
  },
  {
    call: 'PUT /api/organization/agencies/:id',
    may: owns,
    isQuiet: true,
    params: () => ({ id: ours.agency }),
    body: () => ({ isAllowed: false }),
  },
  {
    call: 'POST /api/organization/uses/:id/removal',
    may: owns,
    params: () => ({ id: crypto.randomUUID() }),
    shows: 404,
  },
  {
    call: 'POST /api/organization/invitations',
    may: owns,
    body: () => ({ email: 'late@mail.test', seat: 'reader' }),
  },
  {
    call: 'DELETE /api/organization/invitations/:id',
    may: owns,
    params: () => ({ id: ours.invitation }),
  },
  {
    call: 'PUT /api/organization/members/:id',
    may: owns,
    params: () => ({ id: who.reader.user.id }),
    body: () => ({ seat: 'reader' }),
    shows: 200,
  },
  {
    call: 'PUT /api/seat-requests/:id',
    may: owns,
    params: () => ({ id: ours.request }),
    body: () => ({ decision: 'grant' }),
  },
  { call: 'PUT /api/organization/postings/:id', may: manage, body: handOver },
  { call: 'DELETE /api/organization/members/:id', may: owns, params: () => ({ id: ours.leaving }) },
  { call: 'POST /api/applications/:id/withdrawal', may: ['applicant'] },

  { call: 'GET /api/connections', may: owns, shows: 'Zephyr key' },
  {
    call: 'POST /api/connections/keys',
    may: owns,
    body: () => ({ name: 'Another', scope: 'postings' }),
    shows: '"secret":',
  },
  {
    call: 'POST /api/connections/hooks',
    may: owns,
    body: () => ({ url: 'https://hooks.mail.test/in' }),
    shows: '"secret":',
  },
  {
    call: 'POST /api/connections/hooks/:id/deliveries',
    may: owns,
    params: () => ({ id: ours.hook }),
    body: () => ({}),
    shows: 200,
  },
  {
    call: 'DELETE /api/connections/:id',
    may: owns,
    params: () => ({ id: ours.key }),
    shows: 200,
  },

  // An assigned member reaches the pages that they have connected.
  { call: 'GET /api/employer/sources', may: ['owner', 'recruiter', 'reader'] },
  {
    call: 'POST /api/employer/sources',
    may: [...manage, 'elsewhere'],
    body: () => ({ url: `https://boards.greenhouse.io/${crypto.randomUUID()}` }),
  },
  {
    call: 'PUT /api/employer/sources/:id/answers',
    may: ['owner', 'recruiter'],
    params: toPage,
    body: () => ({ fact: 'type', words: '*', answer: null }),
  },
  {
    call: 'POST /api/employer/sources/:id/run',
    may: ['owner', 'recruiter'],
    params: toPage,
    body: () => ({ leftOut: [] }),
  },
  {
    call: 'DELETE /api/employer/sources/:id',
    may: ['owner', 'recruiter'],
    params: toPage,
    body: connectPage,
  },
]

let who: Record<Seat, SignedIn>
let ids: Record<'ours' | 'agencys' | 'blockeds', Ids>
let ours: Record<
  'savedReply' | 'agency' | 'invitation' | 'request' | 'leaving' | 'photo' | 'key' | 'hook',
  string
>

test('the table has every call that is not for everybody', () => {
  const pageRows = postingRows.filter((row) => row.call.includes('/api/employer/sources'))
  const calls = [...inquiryRows, ...employerRows, ...connectionRows, ...pageRows]
    .filter((row) => !row.allowed.includes('no-role') && !row.byKey)
    .map((row) => row.call)
  expect(table.map((row) => row.call).toSorted()).toEqual(calls.toSorted())
})

test.each(table)('$call', async (row) => {
  const found: [Seat, string][] = []
  // Those who may come last: what they change would make the others' calls fail for another reason.
  const asked = seats.filter(
    (seat) => seat !== 'client' || (!row.params && /GET|:id/.test(row.call)),
  )
  for (const seat of asked.toSorted(
    (one, other) => Number(row.may.includes(one)) - Number(row.may.includes(other)),
  ))
    found.push([seat, await outcomeOf(seat, row)])
  const isAboutOne = row.call.includes(':id') || row.call.includes('/applications/')
  const expected = found.map(([seat, outcome]) => {
    if (row.may.includes(seat)) return [seat, 'gets']
    if (
      seat === 'blocked' &&
      !row.reaches &&
      row.call.includes(':id') &&
      see.some((it) => row.may.includes(it))
    )
      return [seat, outcome]
    return [
      seat,
      isAboutOne && !row.isQuiet && seat !== 'blocked'
        ? 'is refused'
        : outcome === 'is refused'
          ? outcome
          : 'gets nothing',
    ]
  })
  expect(found).toEqual(expected)
})

/** What somebody gets by a call. */
async function outcomeOf(seat: Seat, row: Row): Promise<'gets' | 'is refused' | 'gets nothing'> {
  const at = seat === 'client' ? ids.agencys : seat === 'blocked' ? ids.blockeds : ids.ours
  const { statusCode, body, changed } = await make(seat, row, at)
  const isDone =
    statusCode === row.shows ||
    (typeof row.shows === 'string' && statusCode === 200 && body.includes(row.shows))
  const secrets =
    seat === 'blocked'
      ? [who.applicant.user.email, 'zephyr-cv', 'license', '%PDF', 'BEGIN:']
      : secretsOf(seat)
  const isShown = secrets.some((secret) => body.toLowerCase().includes(secret.toLowerCase()))
  if (isShown || changed || (isDone && row.may.includes(seat))) return 'gets'
  return statusCode === 403 || statusCode === 404 ? 'is refused' : 'gets nothing'
}

const secretsOf = (seat: Seat) => (seat === 'client' ? ['boreal'] : ['zephyr', '%PDF'])

async function make(seat: Seat, { call, params, body }: Row, at: Ids) {
  const [method = 'GET', path = ''] = call.split(' ')
  const id = path.includes('/job-postings/') || path.includes('/postings/') ? at.job : at.inquiry
  const values: Record<string, string> = {
    id,
    noteId: at.note,
    messageId: at.message,
    ...params?.(),
  }
  const url =
    path.replaceAll(/:(\w+)/g, (_, name: string) => values[name] ?? '') +
    (path.endsWith('/photos') ? '?alt=Ward' : '')
  const isFile = /\/(logo|photos)$/.test(path) && method !== 'DELETE'
  const sent = isFile
    ? { payload: Buffer.from('no logo'), headers: { 'content-type': 'application/octet-stream' } }
    : await body?.(at, seat)
  const before = await stateOf(seat)
  const whole =
    sent && 'headers' in sent
      ? (sent as Pick<InjectOptions, 'headers' | 'payload'>)
      : sent && { payload: sent }
  const answer = await who[seat].call({ method, url, ...whole })
  return {
    statusCode: answer.statusCode,
    body: answer.rawPayload.toString('latin1'),
    changed: answer.statusCode < 400 && (await stateOf(seat)) !== before,
  }
}

/**
 * All that belongs to the organization and its applicant; of a blocked employer what reaches the
 * applicant.
 */
async function stateOf(seat: Seat): Promise<string> {
  const applicant = who.applicant.user.email
  if (seat === 'blocked') {
    const { rows } = await sql<{
      n: string
    }>`select count(*)::text as n from mails where to_address = ${applicant}`.execute(app.db)
    return rows[0]?.n ?? ''
  }
  const at = [ids.ours, ids.agencys]
  const inquiries = at.flatMap((it) => [it.inquiry, it.other])
  const jobs = at.map((it) => it.job)
  const team = sql`(select organization_id from organization_members where user_id = ${who.owner.user.id})`
  const parts = [
    sql`select to_jsonb(t) from inquiries t where id = any (${inquiries}::uuid[])`,
    ...['inquiry_events', 'inquiry_notes', 'inquiry_replies', 'interviews'].map(
      (table) =>
        sql`select to_jsonb(t) from ${sql.table(table)} t where inquiry_id = any (${inquiries}::uuid[])`,
    ),
    ...['posting_questions', 'posting_outcomes', 'job_reports'].map(
      (table) =>
        sql`select to_jsonb(t) from ${sql.table(table)} t where job_id = any (${jobs}::uuid[])`,
    ),
    sql`select to_jsonb(owner_id) from jobs where id = any (${jobs}::uuid[])`,
    sql`select to_jsonb(t) from organizations t where id = ${team}`,
    ...['organization_members', 'organization_invitations'].map(
      (table) => sql`select to_jsonb(t) from ${sql.table(table)} t where organization_id = ${team}`,
    ),
    sql`select to_jsonb(t) from name_grants t where organization_id in (${team}, ${ours['agency'] ?? null})`,
    sql`select to_jsonb(t) from saved_replies t where owner_id = ${who.owner.user.id}`,
    sql`select to_jsonb(t) from question_sets t where owner_id = ${who.assigned.user.id}`,
    sql`select to_jsonb(t) from seat_requests t where slug = 'quillmoor-hospital'`,
    sql`select to_jsonb(t) from import_sources t where organization_id = ${team}`,
    sql`select to_jsonb(t) from import_checks t where source_name = 'Zephyr careers'`,
    sql`select to_jsonb(count(*)) from mails where to_address = ${applicant}`,
  ]
  const { rows } = await sql<object>`${sql.join(parts, sql` union all `)} order by 1`.execute(
    app.db,
  )
  return JSON.stringify(rows)
}

async function first<T extends object>(query: ReturnType<typeof sql<T>>): Promise<T> {
  return (await query.execute(app.db)).rows[0] ?? expect.fail()
}

async function questions({ job }: Ids) {
  const { rows } = await sql<{
    at: Date
  }>`select updated_at as at from posting_questions where job_id = ${job}`.execute(app.db)
  const list = [{ id: crypto.randomUUID(), kind: 'text', label: 'Why Zephyr?' }]
  return { questions: list, version: rows[0]?.at.toISOString() ?? null }
}
/** One of the assigned member, before each call about it. */
async function questionSet() {
  await sql`
    insert into question_sets (id, owner_id, name, questions)
    values (${page}, ${who.assigned.user.id}, 'Zephyr', '[]') on conflict do nothing
  `.execute(app.db)
  return {}
}
const inquiryOf = (id: string) =>
  first(sql<Selectable<InquiriesTables['inquiries']>>`select * from inquiries where id = ${id}`)

async function move({ inquiry }: Ids) {
  const { version, stage } = await inquiryOf(inquiry)
  return { version, stage: stage === 'reviewing' ? 'interview' : 'reviewing' }
}
async function pressOn(at: Ids) {
  const { version, stage } = await move(at)
  const keys = [{ id: at.inquiry, version }]
  return { id: crypto.randomUUID(), keys, action: { kind: 'move', stage } }
}
/** A press of the owner. */
async function hasPressed() {
  await sql`
    insert into inquiry_presses (id, actor_id, action, ids, versions, total, ended_at)
    values (${batch}, ${who.owner.user.id}, '{"kind": "move"}', '{}', '{}', 0, now())
    on conflict do nothing
  `.execute(app.db)
  return {}
}
/** What the seat moved, also one that has lost its rights since. */
async function hasMoved({ inquiry }: Ids, seat: Seat) {
  await sql`
    update inquiry_events set actor_id = ${who[seat].user.id}, batch = ${batch}, at = now()
    where id = (select max(id) from inquiry_events where inquiry_id = ${inquiry}
      and action is null)
  `.execute(app.db)
  return {}
}
async function assign({ inquiry }: Ids) {
  const { assigned_to: assignee } = await inquiryOf(inquiry)
  return { userId: assignee === who.owner.user.id ? null : who.owner.user.id }
}
async function join({ other }: Ids) {
  return { otherId: other, isSame: (await inquiryOf(other)).person === null }
}
async function sequenceOf({ inquiry }: Ids): Promise<number | null> {
  const { rows } = await sql<{
    sequence: number
  }>`select sequence from interviews where inquiry_id = ${inquiry}`.execute(app.db)
  return rows[0]?.sequence ?? null
}
async function propose(at: Ids) {
  const times = [`${year}-01-12T15:00`]
  return {
    act: 'propose',
    times,
    timeZone: 'America/Chicago',
    minutes: 30,
    place: 'Here',
    sequence: await sequenceOf(at),
  }
}
async function handOver({ job }: Ids) {
  const { owner } = await first(
    sql<{ owner: string }>`select owner_id as owner from jobs where id = ${job}`,
  )
  return { to: owner === who.assigned.user.id ? who.recruiter.user.id : who.assigned.user.id }
}
/** Again, once somebody has disconnected the page. */
async function connectPage() {
  await sql`
    insert into import_sources (id, name, url, mapping, schedule, is_complete, structured_data_allowed,
      employer, organization_id)
    values (${page}, 'Zephyr careers', 'https://boards.greenhouse.io/zephyr', '{}', 'never', true, true,
      'Quillmoor Hospital', organization_of(${who.owner.user.id}))
    on conflict do nothing
  `.execute(app.db)
  return {}
}
async function toggle({ inquiry }: Ids, seat: Seat) {
  const { shows_sender_email: sender, shows_poster_email: poster } = await inquiryOf(inquiry)
  return { showsEmail: !(seat === 'applicant' ? sender : poster) }
}

/** An application with everything that an application can have. */
async function applied(poster: SignedIn, applicant: SignedIn, marker: string): Promise<Ids> {
  const job = jobRow({
    owner_id: poster.user.id,
    contact_email: poster.user.email,
    title: `${marker} cardiologist`,
  })
  await addJobs(app.db, [job])
  await upload(applicant, pdfFile(), `${marker}-cv.pdf`)
  const input = {
    name: `${marker} Ada`,
    jobId: job.id,
    message: `Is it ${marker}, and may I visit?`,
  }
  const send = async (by: SignedIn, attachCv: boolean) => {
    const sent = await by.post('/api/job-inquiry', { ...input, email: by.user.email, attachCv })
    expect(sent.statusCode, sent.body).toBe(200)
    return sent.json<{ id: string }>().id
  }
  const [inquiry, other] = [
    await send(applicant, true),
    await send(await signIn(app, 'physician'), false),
  ]
  const parts = [
    { field: 'message', content: 'My license is attached.' },
    { name: 'license.pdf', content: pdfFile() },
  ]
  const written = await applicant.call({
    method: 'POST',
    url: `/api/threads/${inquiry}/messages`,
    ...(await formOf(parts)),
  })
  expect(written.statusCode, written.body).toBe(200)
  await poster.post(`/api/inbox/${inquiry}/notes`, { note: `${marker} letters.` })
  await sql`
    insert into interviews (id, inquiry_id, times, time_zone, minutes, place, state, chosen)
    select gen_random_uuid(), ${inquiry}, array[day], 'America/Chicago', 30, 'Here', 'accepted', day from (select now() + interval '9 days' as day)
  `.execute(app.db)
  const { note } = await first(
    sql<{ note: string }>`select id as note from inquiry_notes where inquiry_id = ${inquiry}`,
  )
  const { message } = await first(sql<{ message: string }>`
    select id as message from inquiry_replies where inquiry_id = ${inquiry} and file_id is not null
  `)
  return { inquiry, other, job: job.id, note, message }
}

/** An organization with these members; its id. */
async function organization(
  name: string,
  ...members: [person: SignedIn, seat: string][]
): Promise<string> {
  const { id } = await first(sql<{ id: string }>`
    with made as (insert into organizations (id, name) values (gen_random_uuid(), ${name}) returning id)
    insert into organization_members (user_id, organization_id, seat)
    select unnest(${members.map(([{ user }]) => user.id)}::uuid[]), id, unnest(${members.map(([, seat]) => seat)}::text[])
    from made
    on conflict (user_id) do update set organization_id = excluded.organization_id, seat = excluded.seat
    returning organization_id as id
  `)
  return id
}

beforeAll(async () => {
  const roles = { agency: 'recruiter', applicant: 'physician', outsider: 'physician' } as const
  const people = await Promise.all(
    seats.map(
      async (seat) =>
        [
          seat,
          await signIn(app, seat in roles ? roles[seat as keyof typeof roles] : 'employer'),
        ] as const,
    ),
  )
  who = Object.fromEntries(people) as typeof who
  who.client = who.owner
  const [leaving, newcomer] = [
    await signIn(app, 'employer'),
    await signIn(app, 'employer', { email: 'zephyr@quillmoor.test' }),
  ]
  const { owner, recruiter, assigned, reader, elsewhere, removed, agency, blocked, applicant } = who
  const readers: [SignedIn, string][] = [reader, leaving].map((person) => [person, 'reader'])
  const posters: [SignedIn, string][] = [assigned, elsewhere].map((person) => [person, 'assigned'])
  const recruiters: [SignedIn, string][] = [recruiter, removed].map((person) => [
    person,
    'recruiter',
  ])
  const team = await organization(
    'Quillmoor Hospital',
    [owner, 'owner'],
    ...recruiters,
    ...posters,
    ...readers,
  )
  await sql`update organizations set description = 'Zephyr house' where id = ${team}`.execute(
    app.db,
  )
  const agencyId = await organization('Search Firm', [agency, 'owner'])
  await sql`
    insert into name_grants (id, name, organization_id, kind, authority, granted_at) values
      (gen_random_uuid(), 'Quillmoor Hospital', ${team}, 'own', 'administrator', now()),
      (gen_random_uuid(), 'Quillmoor Hospital', ${agencyId}, 'client', 'owner', now())
  `.execute(app.db)
  const candidate = await signIn(app, 'physician')
  ids = {
    ours: await applied(assigned, applicant, 'zephyr'),
    agencys: await applied(agency, candidate, 'boreal'),
    blockeds: await applied(blocked, applicant, 'zephyr'),
  }
  const closed = jobRow({
    owner_id: assigned.user.id,
    status: 'expired',
    title: 'Zephyr that closed',
  })
  await addJobs(app.db, [closed])
  await applicant.put(`/api/threads/${ids.blockeds.inquiry}`, { blocked: true })
  await sql`update interviews set state = 'accepted', chosen = times[1] where inquiry_id = ${ids.ours.inquiry}`.execute(
    app.db,
  )
  await removed.put(`/api/inbox/${ids.ours.inquiry}/assignee`, { userId: removed.user.id })
  await owner.delete(`/api/organization/members/${removed.user.id}`)
  await owner.post('/api/organization/invitations', { email: 'zephyr@mail.test', seat: 'reader' })
  await owner.post('/api/saved-replies', { title: 'Zephyr', ...words })
  await connectPage()
  const key = await owner.post('/api/connections/keys', { name: 'Zephyr key', scope: 'postings' })
  const hook = await owner.post('/api/connections/hooks', { url: 'https://hooks.mail.test/' })
  ours = {
    agency: agencyId,
    hook: hook.json<{ id: string }>().id,
    key: key.json<{ id: string }>().id,
    leaving: leaving.user.id,
    ...(await first(sql<{ savedReply: string }>`select id as "savedReply" from saved_replies`)),
    ...(await first(sql<{ photo: string }>`
      update organizations set photos = jsonb_build_array(jsonb_build_object('id', id, 'alt', 'Zephyr'))
      where id = (select organization_id from organization_members where user_id = ${owner.user.id})
      returning id as photo
    `)),
    ...(await first(
      sql<{ invitation: string }>`select id as invitation from organization_invitations`,
    )),
    ...(await first(sql<{ request: string }>`
      insert into seat_requests (id, user_id, slug, employer, domain)
      values (gen_random_uuid(), ${newcomer.user.id}, 'quillmoor-hospital', 'Quillmoor Hospital', 'quillmoor.test') returning id as request
    `)),
  }
})
