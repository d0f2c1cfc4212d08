import { randomUUIDv7 } from 'node:crypto'
import { Readable } from 'node:stream'
import { Transformer } from '@napi-rs/image'
import { sql } from 'kysely'
import { findUser, findUserIdByEmail } from '#features/accounts/server/public.ts'
import type { Frequency } from '#features/alerts/model.ts'
import { createAlert } from '#features/alerts/server/service.ts'
import { sendContactMessage } from '#features/contact/server/service.ts'
import { findCvSummary, openAttachedCv } from '#features/cv/server/public.ts'
import { uploadCv } from '#features/cv/server/service.ts'
import { noteVisit } from '#features/desk/server/service.ts'
import { addPhoto, uploadLogo } from '#features/employers/server/pictures.ts'
import { findSeat } from '#features/employers/server/queries-team.ts'
import { getOrganization, updateOrganization } from '#features/employers/server/service.ts'
import { join } from '#features/employers/server/service-members.ts'
import type { FavoriteStatus } from '#features/favorites/model.ts'
import { changeFavorite, saveFavorite } from '#features/favorites/server/service.ts'
import { connectCareersPage } from '#features/imports/server/careers/service-pages.ts'
import { addressCipher } from '#features/imports/server/sources/stored-address.ts'
import { careersFeedPath } from './careers-page.ts'
import { importDataset } from '#features/imports/server/runs/import-dataset.ts'
import { findLatestOf } from '#features/imports/server/runs/queries-runs.ts'
import { stages } from '#features/inquiries/model.ts'
import { unassignFrom, countInquiriesOf } from '#features/inquiries/server/public.ts'
import { sendInquiry, withdrawApplication } from '#features/inquiries/server/applications.ts'
import { getInquiry } from '#features/inquiries/server/inbox.ts'
import { insertNote } from '#features/inquiries/server/queries-threads.ts'
import { reportJob } from '#features/inquiries/server/reports.ts'
import { moveInquiry } from '#features/inquiries/server/stages.ts'
import { changeInterview } from '#features/inquiries/server/interviews.ts'
import { startPress } from '#features/inquiries/server/presses.ts'
import { listQuestions, saveQuestions } from '#features/inquiries/server/questions.ts'
import { readThread } from '#features/inquiries/server/threads.ts'
import { addEvents } from '#features/insights/server/queries.ts'
import { dayOf, forgetVisitors, getInsights } from '#features/insights/server/service.ts'
import { decidePosting, listDecisions } from '#features/moderation/server/service.ts'
import { markVerifiedHospital } from '#features/admin/server/users.ts'
import { grantName } from '#features/names/server/service.ts'
import { everyPosting, ownPostings, type Scope } from '#features/postings/server/scope.ts'
import { getPosting, updatePosting } from '#features/postings/server/service-changes.ts'
import { duplicatePosting, listDrafts } from '#features/postings/server/drafts.ts'
import { createPosting, postPublicJob } from '#features/postings/server/service.ts'
import { expirePostings, remindOfExpiry } from '#features/postings/server/tasks.ts'
import { inTransaction, type Db } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import type { Settings } from '#platform/server/settings.ts'
import type { FileStorage } from '#platform/server/storage/storage.ts'
import type { BodyOf } from '#shared/contract.ts'
import { fillProfiles } from './candidates.ts'
import { addressOf, teams, teamSeats, type Team, upsertDemoUser } from './accounts.ts'
import { generateItems } from './catalog/generate.ts'
import type { DemoJob } from './catalog/job.ts'
import { sampleCv } from './cv.ts'
import { drawings } from './drawings.ts'
import story from './data/desks.json' with { type: 'json' }
import {
  dashboardForm,
  jobsOf,
  practiceJobs,
  publicForm,
  recruiterJobs,
  visitsOf,
} from './postings.ts'

/**
 * What the sample accounts have done so far: postings, inquiries, saved jobs, reports and an
 * import, made by the services that pages call. Only their dates are moved back afterwards. Each
 * step can be repeated, so an interrupted start is resumed.
 */

export type Demo = {
  db: Db
  storage: FileStorage
  settings: Pick<Settings, 'publicUrl' | 'secrets' | 'employerPageHosts'>
  /** The end of the story. */
  now: Date
}

type Desk = Team['owner']
type Inquiry = (typeof story.inquiries)[number]
type About = Omit<BodyOf<'PUT /api/organization'>, 'name' | 'kind'> & { logo: string | null }

const waitingSource = 'Sample feed'
const ip = '127.0.0.1'
const guest = { name: 'Jordan Guest', email: 'jordan.guest@example.com' }

/** The worker looks at it; what it lists is not posted before somebody says so. */
async function connectPage({ db, settings }: Demo, viewer: Viewer): Promise<void> {
  const pageHosts = settings.employerPageHosts ?? []
  const host = pageHosts.at(-1)
  if (host === undefined) return
  await connectCareersPage(
    { db, cipher: addressCipher(settings.secrets), pageHosts },
    viewer,
    { actorId: viewer.id, ip: '127.0.0.1' },
    { url: `http://${host}${careersFeedPath}`, employer: '' },
  )
}

export async function fillDesks(demo: Demo): Promise<void> {
  const { db, now } = demo
  if ((await findLatestOf(db, waitingSource))?.status === 'finished') return
  const posters = new Map<Desk, Viewer>()
  for (const { owner } of teams) posters.set(owner, await viewerFor(db, owner))
  const [hospital, firm, ...others] = teams
  const [employer, recruiter] = [
    await viewerFor(db, hospital.owner),
    await viewerFor(db, firm.owner),
  ]
  const physician = await viewerFor(db, 'physician')
  const admin = await viewerFor(db, 'admin')
  const colleagues = new Map([['physician', physician]])
  for (const colleague of story.colleagues)
    colleagues.set(colleague.key, await addColleague(db, colleague))
  await sql`update users set created_at = ${daysBefore(now, 120)} where is_demo`.execute(db)
  for (const viewer of colleagues.values()) await addCv(demo, viewer)

  const posted: Record<Desk, string[]> = {
    employer: await post(demo, employer, jobsOf(hospital, now).slice(0, postings), []),
    recruiter: await post(demo, recruiter, recruiterJobs(firm.name, now).slice(0, postings), []),
    'owner.system': [],
    'owner.clinic': [],
  }
  for (const team of others)
    posted[team.owner] = await post(
      demo,
      await viewerFor(db, team.owner),
      jobsOf(team, now),
      closedAfter,
    )
  for (const viewer of [employer, recruiter])
    if ((await listDrafts(db, viewer)).length === 0)
      await duplicatePosting(db, viewer, posted[viewer.role as Desk][1] ?? '')
  await countVisits(demo, employer, posted)
  for (const jobId of posted.employer.slice(0, 3)) await askQuestions(db, employer, jobId)
  await saveJobs(demo, physician)
  await visitDesk(demo, physician)
  for (const [index, id] of [...posted.employer, ...posted.recruiter].entries())
    for (const viewer of [...colleagues.values()].slice(1, 1 + (index % 4)))
      await save(db, viewer, id, daysBefore(now, (ages[index % postings] ?? lifeDays) / 2))
  for (const { search, frequency } of story.alerts)
    await createAlert(db, demo.settings, physician, {
      search,
      frequency: frequency as Frequency,
      timeZone: 'America/New_York',
    })
  if ((await countInquiriesOf(db, physician.id)).sent === 0)
    for (const inquiry of story.inquiries)
      await writeInquiry(demo, inquiry, {
        jobId: posted[inquiry.desk as Desk][inquiry.posting] ?? '',
        colleagues,
        posters,
      })
  await countOrigins(db)
  // The clock ends what is over, and reminds of what ends soon; the poster pauses the last one.
  await expirePostings(db, demo.settings)
  await remindOfExpiry(db, demo.settings)
  await close(db, employer, posted.employer.at(-1) ?? '')
  await close(db, recruiter, posted.recruiter.at(-1) ?? '')
  await moderate(demo, admin, employer, posted)
  for (const team of teams) await formTeam(demo, admin, team)
  await connectPage(demo, employer)
  const seekers = teams.map((team) => ({
    viewer: posters.get(team.owner) ?? recruiter,
    postings: posted[team.owner],
  }))
  await fillProfiles(demo, (email) => viewerAt(db, email), seekers)
  await sendContactMessage(db, {
    ...guest,
    message: 'Do you list positions in Puerto Rico? I could not find any.',
  })
  await importDataset(
    db,
    { items: generateItems({ seed: 2, count: 40, now }), dataset: waitingSource },
    { approve: false, sourceName: waitingSource, now, allowedHosts: [] },
  )
}

/** One set for several postings; an answer marks an application. */
async function askQuestions(db: Db, viewer: Viewer, jobId: string): Promise<void> {
  const { sets, version } = await listQuestions(db, viewer, jobId)
  if (version !== null) return
  const [set] = sets
  const optional = { choices: [], isRequired: false }
  await saveQuestions(db, viewer, jobId, {
    questions: [
      {
        ...optional,
        id: randomUUIDv7(),
        kind: 'yes-no',
        label: 'Do you have a license here?',
        marks: ['No'],
      },
      {
        ...optional,
        id: randomUUIDv7(),
        kind: 'date',
        label: 'When could you start?',
        marks: [],
      },
    ],
    version,
    set: { id: set?.id ?? null, name: 'License and start', version: set?.version ?? null },
  })
}

const viewerFor = (db: Db, key: string): Promise<Viewer> => viewerAt(db, addressOf(key))

async function viewerAt(db: Db, email: string): Promise<Viewer> {
  const id = await findUserIdByEmail(db, email)
  const user = id === undefined ? undefined : await findUser(db, id)
  if (!user) throw new Error(`There is no sample account '${email}'`)
  return {
    id: user.id,
    sessionId: '',
    role: user.role,
    email: user.email,
    emailVerified: user.email_verified_at !== null,
    firstName: user.first_name,
    lastName: user.last_name,
    isRecentlyAuthenticated: true,
    lacksTwoFactor: false,
  }
}

/** Nobody can sign in as a colleague. */
async function addColleague(
  db: Db,
  { key, firstName, lastName }: (typeof story.colleagues)[number],
): Promise<Viewer> {
  await upsertDemoUser(db, {
    id: randomUUIDv7(),
    email: addressOf(key),
    email_verified_at: new Date(),
    first_name: firstName,
    last_name: lastName,
    role: 'physician',
    password_hash: null,
    is_demo: true,
  })
  return viewerFor(db, key)
}

const nameOf = ({ firstName, lastName }: Viewer) => `${firstName} ${lastName}`

async function addCv({ db, storage, now }: Demo, viewer: Viewer): Promise<void> {
  if ((await findCvSummary(db, viewer.id)).cvFileName !== null) return
  const name = nameOf(viewer)
  await uploadCv({ db, storage }, viewer.id, {
    fileName: `CV ${name}.pdf`,
    content: Readable.from([sampleCv(name)]),
  })
  await sql`update cv_files set uploaded_at = ${daysBefore(now, 100)} where physician_id = ${viewer.id}`.execute(
    db,
  )
}

/**
 * How long ago the live postings were made, in days. The last but one ends soon, and the last one
 * was renewed.
 */
const ages = [1, 4, 9, 17, 34, 44, 55, 89]
const lifeDays = 60
/** The live ones, one that has ended, and one that will be paused. */
const postings = ages.length + 2

/**
 * After how many days the last postings of a team closed whose page tells how long its postings
 * stay open.
 */
const closedAfter = [21, 30, 38, 47, 58]

/** The postings with their dates. */
async function post(
  { db, settings, now }: Demo,
  viewer: Viewer,
  jobs: readonly DemoJob[],
  closed: number[],
): Promise<string[]> {
  const ids: string[] = []
  const open = jobs.length - closed.length
  for (const [index, job] of jobs.entries()) {
    const isLive = index < Math.min(open, ages.length)
    const age =
      (isLive ? ages[index] : closed[index - open]) ?? (index === ages.length ? lifeDays + 6 : 25)
    const posted = daysBefore(now, age)
    const { id } = await createPosting(
      db,
      settings,
      viewer,
      dashboardForm(job, `demo-${viewer.email}-${index}`),
      posted,
    )
    const renewedDays = isLive && age > lifeDays ? 42 : 0
    await sql`
      update jobs set created_at = ${posted}, expires_at = expires_at + make_interval(days => ${renewedDays}) where id = ${id}
    `.execute(db)
    if (index >= open) await close(db, viewer, id)
    ids.push(id)
  }
  return ids
}

async function close(db: Db, viewer: Viewer, id: string): Promise<void> {
  const scope = ownPostings(viewer.id)
  if ((await getPosting(db, scope, id)).status === 'active')
    await updatePosting(db, scope, id, { isActive: false })
}

/**
 * Its members, and what it says about itself: an administrator has marked hospitals as verified.
 */
async function formTeam(
  { db, storage, settings }: Demo,
  admin: Viewer,
  { key, owner, name, kind, role }: Team,
): Promise<void> {
  const { logo, ...about } = story.organizations[key] as About
  const viewer = await viewerFor(db, owner)
  await updateOrganization(db, { id: viewer.id, ip }, { ...about, name, kind })
  const administration = { db, publicUrl: settings.publicUrl, demo: true, personalData: [] }
  if (role === 'employer')
    await markVerifiedHospital(administration, { actorId: admin.id, ip, id: viewer.id }, true)
  const { members, logoId, photos } = await getOrganization(db, viewer)
  const organizationId = (await findSeat(db, viewer.id))?.organization_id ?? ''
  for (const seat of teamSeats) {
    const { id } = await viewerFor(db, `${seat}.${key}`)
    if (members.some((member) => member.id === id)) continue
    await inTransaction(db, (trx) =>
      join(
        { db: trx, publicUrl: settings.publicUrl, memberLeft: unassignFrom },
        { id, ip },
        organizationId,
        seat,
      ),
    )
  }
  if (logo !== null && logoId === null)
    await uploadLogo({ db, storage }, { id: viewer.id, ip }, await Transformer.fromSvg(logo).png())
  for (const { svg, alt } of (drawings[key] ?? []).slice(photos.length))
    await addPhoto(
      { db, storage },
      { id: viewer.id, ip },
      await Transformer.fromSvg(svg).png(),
      alt,
    )
}

const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * 86_400_000)

/** Views are counted for live postings only, so before some of them end. */
async function countVisits(
  { db, now }: Demo,
  employer: Viewer,
  posted: Record<Desk, string[]>,
): Promise<void> {
  const { days } = await getInsights(db, employer, { days: 90 })
  if (days.some((day) => day.views > 0)) return
  const events = Object.values(posted).flatMap((ids, desk) =>
    ids.flatMap((jobId, index) => [
      ...visitsOf(jobId, { ageDays: ages[index] ?? lifeDays, index: index + desk * postings, now }),
    ]),
  )
  await addEvents(db, events)
  await forgetVisitors(db)
}

async function saveJobs({ db, now }: Demo, physician: Viewer): Promise<void> {
  for (const [
    index,
    { specialty, status, nextStep = '', inDays, note = '' },
  ] of story.saved.entries()) {
    const savedAt = daysBefore(now, 1 + index * 3)
    const jobId = await newestJob(db, specialty, savedAt)
    const nextOn = inDays === undefined ? '' : dayOf(daysBefore(now, -inDays).getTime())
    await save(db, physician, jobId, savedAt)
    await changeFavorite(db, physician.id, jobId, {
      status: status as FavoriteStatus,
      nextStep,
      nextOn,
      note,
    })
  }
}

/** The last visit was ten days ago, so the desk shows what is new since. */
async function visitDesk({ db, now }: Demo, physician: Viewer): Promise<void> {
  await noteVisit(db, physician.id)
  await sql`
    update physician_desks
    set visited_at = ${daysBefore(now, 10)}, introduction = coalesce(introduction, ${story.introduction})
    where physician_id = ${physician.id}
  `.execute(db)
}

async function save(db: Db, { id }: Viewer, jobId: string, savedAt: Date): Promise<void> {
  await saveFavorite(db, id, jobId)
  await sql`update favorites set saved_at = ${savedAt} where physician_id = ${id} and job_id = ${jobId}`.execute(
    db,
  )
}

/** A full-time job of the catalog that states its pay and was the newest at that time. */
async function newestJob(db: Db, specialty: string, at: Date): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from jobs
    where status = 'active' and owner_id is null and specialty = ${specialty} and posted_at < ${at}
      and employment_type = 'full-time' and comp_max is not null
    order by posted_at desc, id limit 1
  `.execute(db)
  return rows[0]?.id ?? ''
}

/** Two afternoons, of which the applicant chooses a time. */
const windowsFrom = (now: Date) => ({
  act: 'propose' as const,
  sequence: null,
  times: [],
  windows: [7, 8].map((days) => ({
    day: dayOf(daysBefore(now, -days).getTime()),
    from: '13:00',
    to: '16:00',
  })),
  timeZone: 'America/Chicago' as const,
  minutes: 30,
  place: 'By video. We send the link.',
  word: '',
})

type Around = {
  jobId: string
  colleagues: ReadonlyMap<string, Viewer>
  posters: ReadonlyMap<Desk, Viewer>
}

/** Sends an inquiry, and takes it as far as its stage says. */
async function writeInquiry(
  demo: Demo,
  inquiry: Inquiry,
  { jobId, colleagues, posters }: Around,
): Promise<void> {
  const { db, storage, settings, now } = demo
  const services = { db, storage, ...settings }
  const { stage, message, answer = '', note = '', cv = false } = inquiry
  const sender = colleagues.get(inquiry.from) ?? null
  const poster = posters.get(inquiry.desk as Desk)
  if (!poster) throw new Error(`Nobody is at the desk '${inquiry.desk}'`)
  const from = sender ? { name: nameOf(sender), email: sender.email ?? '' } : guest
  const id = await sendInquiry(services, { ...from, message, jobId, attachCv: cv }, sender)
  if (stage === 'withdrawn') {
    if (sender) await withdrawApplication(services, sender, id)
  } else if (stage !== 'sent') {
    await readThread(db, poster, id)
    if (cv) (await openAttachedCv(services, { inquiryId: id, by: poster, ip })).content.destroy()
    if (answer !== '')
      await startPress(services, poster, {
        id: crypto.randomUUID(),
        keys: [{ id }],
        action: { kind: 'reply', message: answer },
      })
    if (note !== '') await insertNote(db, id, poster.id, note)
    const moved = stages.find((it) => it === stage)
    if (moved) {
      const { version } = await getInquiry(db, poster, id)
      await moveInquiry(services, poster, id, { stage: moved, version, reason: 'others' })
      if (moved === 'interview') await changeInterview(services, poster, id, windowsFrom(now))
    }
  }
  const [sent, read, answered, closed] = [0, 0.3, 0.6, 0.9].map((later) =>
    daysBefore(now, inquiry.daysAgo - later),
  )
  await sql`
    update inquiries set
      created_at = ${sent},
      read_at = case when read_at is not null then ${read}::timestamptz end,
      answered_at = case when answered_at is not null then ${answered}::timestamptz end,
      closed_at = case when closed_at is not null then ${closed}::timestamptz end,
      withdrawn_at = case when withdrawn_at is not null then ${read}::timestamptz end
    where id = ${id}
  `.execute(db)
  await sql`update inquiry_events set at = ${closed} where inquiry_id = ${id}`.execute(db)
  await sql`update inquiry_replies set created_at = ${answered} where inquiry_id = ${id}`.execute(
    db,
  )
  await sql`update cv_openings set opened_at = ${read} where inquiry_id = ${id}`.execute(db)
}

/** Each inquiry once, on the day to which it was moved. */
async function countOrigins(db: Db): Promise<void> {
  await sql`update posting_origins set inquiries = 0`.execute(db)
  await sql`
    insert into posting_origins (job_id, day, origin, views, apply_clicks, inquiries)
    select job_id, (created_at at time zone 'UTC')::date,
      (array['search', 'engine', 'alert', 'aggregator'])[1 + n % 4], 0, 0, count(*)
    from (select *, row_number() over (order by created_at) as n from inquiries) numbered
    group by 1, 2, 3
    on conflict (job_id, day, origin) do update set inquiries = excluded.inquiries
  `.execute(db)
}

/** Waiting, rejected and unread postings, and reports. */
async function moderate(
  demo: Demo,
  admin: Viewer,
  employer: Viewer,
  posted: Record<Desk, string[]>,
): Promise<void> {
  const { db, settings, storage, now } = demo
  const moderator = { actorId: admin.id, ip }
  const moderation = { db, publicUrl: settings.publicUrl }
  const submitted: string[] = []
  // The hospital posts two of them through the form that needs no account.
  for (const [index, job] of [
    ...jobsOf(teams[0], now).slice(postings),
    ...practiceJobs(now).slice(0, 2),
  ].entries()) {
    const author = job.employer.name === 'Demo Hospital' ? employer : null
    submitted.push(
      (await postPublicJob(db, settings, author, publicForm(job, `demo-public-${index}`))).job.id,
    )
  }
  await grantName(db, moderator, {
    name: 'Demo Hospital',
    kind: 'own',
    to: { domain: 'demo.example' },
  })
  const [, , known, alike] = practiceJobs(now)
  if (alike) {
    const form = { ...publicForm(alike, 'demo-look-alike'), company: 'Demo Hospital Careers' }
    await postPublicJob(db, settings, null, form)
  }
  const edited =
    known && (await postPublicJob(db, settings, null, publicForm(known, 'demo-edited'))).job.id
  if ((await listDecisions(db, {})).items.length > 0) return
  if (edited) {
    await decidePosting(moderation, moderator, edited, { action: 'approve' })
    const byAuthor: Scope = { ...everyPosting, by: () => ({ actor: 'author', actorId: null }) }
    const { title, updatedAt } = await getPosting(db, byAuthor, edited)
    const changes = {
      title: `${title}, partnership track`,
      applyUrl: 'https://practice-jobs.example.org/apply',
    }
    await updatePosting(db, byAuthor, edited, { ...changes, updatedAt })
  }
  const reason =
    'The apply link does not lead to this job. Please correct the link, and post it again.'
  await decidePosting(moderation, moderator, submitted[0] ?? '', { action: 'reject', reason })
  for (const id of posted.employer.slice(2, ages.length))
    await decidePosting(moderation, moderator, id, { action: 'read' })
  for (const [index, { job, reason: why, answer }] of story.reports.entries()) {
    const jobId =
      job === 'employer'
        ? (posted.employer[3] ?? '')
        : await newestJob(db, 'Family Medicine', daysBefore(now, 5 + index * 8))
    await reportJob({ db, storage, ...settings }, { ...guest, reason: why, jobId }, null)
    if (answer !== undefined)
      await decidePosting(moderation, moderator, jobId, { action: 'dismiss', answer })
  }
}
