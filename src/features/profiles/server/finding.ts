import { findOwnerAddresses } from '#features/names/server/public.ts'
import type { Links } from '#features/postings/server/public.ts'
import { site } from '#features/site/config.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { type Db, inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { enqueueMails } from '#platform/server/mail/outbox.ts'
import { rowsPast } from '#platform/server/retention.ts'
import { defineTask, handleTask, type TaskHandler } from '#platform/server/tasks/task.ts'
import type { BodyOf, QueryOf, ResponseOf } from '#shared/contract.ts'
import { AppError } from '#shared/errors.ts'
import { profilePath } from '#shared/paths.ts'
import { sql } from 'kysely'
import { profileField, soughtFields, textOfField, type ProfileValues } from '../fields.ts'
import { candidatePageSize, foundDays, headlineOf, mostListed, wordOf } from '../finding.ts'
import { tellDecisions } from './firms.ts'
import * as queries from './queries-finding.ts'
import { findProfile } from './queries.ts'
import { loadSeeker } from './seekers.ts'

type Boards = { db: Db } & Pick<Links, 'publicUrl'>

/** Off at once: no list, page or link has the profile from then on. */
export async function setFinding(
  db: Db,
  viewer: Viewer,
  finding: BodyOf<'PUT /api/profile/finding'>,
): Promise<void> {
  const profile = await findProfile(db, viewer.id)
  const isComplete = profile?.fields.specialty && profile.shown.includes('specialty')
  if (finding.isOn && !isComplete)
    throw new AppError('CONFLICT', 'Please save a specialty first, and let employers read it.')
  if (finding.isOn && !viewer.emailVerified)
    throw new AppError('CONFLICT', 'Please confirm your email address first.')
  await queries.updateFinding(db, viewer.id, { ...finding, days: foundDays })
}

const viewsShown = 100

export async function listViews(db: Db, physicianId: string) {
  const views = await queries.findViews(db, physicianId, viewsShown)
  return { views: views.map((view) => ({ ...view, lastAt: view.lastAt.toISOString() })) }
}

type Search = QueryOf<'GET /api/job-postings/:id/candidates'>

/** What is shown of a profile; the rest leaves the database for nobody but its owner. */
const shownOf = ({ fields, shown }: queries.FoundRow): ProfileValues =>
  Object.fromEntries(shown.flatMap((name) => (fields[name] ? [[name, fields[name]]] : [])))

export const headlineFor = (row: queries.FoundRow): string => headlineOf(shownOf(row), new Date())

const candidateView = (row: queries.FoundRow, reasons: string[]) => ({
  id: row.id,
  name: row.name || null,
  headline: headlineFor(row),
  reasons,
  confirmedAt: row.savedAt.toISOString(),
  invitedAt: row.invitedAt?.toISOString() ?? null,
})

type Asked = { name: (typeof soughtFields)[number]; values: string[] }

const askedIn = (query: Search): Asked[] =>
  soughtFields.flatMap((name) => {
    const values = query[name]?.split(',').filter((value) => value !== '') ?? []
    return values.length === 0 ? [] : [{ name, values }]
  })

/** Of each filter, what of the profile answers it. */
function reasonsOf(row: queries.FoundRow, filters: readonly Asked[]) {
  const shown = shownOf(row)
  return filters.flatMap(({ name, values }) => {
    const wanted = new Set(values.map((value) => wordOf(name, value)))
    const met = (shown[name] ?? []).filter((value) => wanted.has(wordOf(name, value)))
    const { label } = profileField(name)
    const text = textOfField(name, met)
    return met.length === 0 ? [] : [text === label ? text : `${label}: ${text}`]
  })
}

export async function searchCandidates(
  boards: Boards,
  viewer: Viewer,
  jobId: string,
  query: Search,
): Promise<ResponseOf<'GET /api/job-postings/:id/candidates'>> {
  const { db } = boards
  const seeker = await loadSeeker(db, viewer, jobId)
  const filters = askedIn(query)
  const [savedAt, id] = query.after?.split(' ') ?? []
  const after =
    savedAt !== undefined && id !== undefined && isPosition(savedAt, id)
      ? { savedAt, id }
      : undefined
  const [rows, invitations] = await Promise.all([
    queries.findCandidates(db, seeker, {
      words: filters.map(({ name, values }) => values.map((value) => wordOf(name, value))),
      after,
      limit: candidatePageSize + 1,
    }),
    queries.countAnswers(db, seeker.job.id),
  ])
  const page = rows.slice(0, candidatePageSize)
  // Before anything of them is sent.
  const isLogged = await queries.insertListed(
    db,
    seeker,
    page.map(({ physicianId }) => physicianId),
  )
  if (!isLogged) await refuseAtLimit(boards, seeker)
  const last = rows.length > page.length ? page.at(-1) : undefined
  return {
    candidates: page.map((row) => candidateView(row, reasonsOf(row, filters))),
    next: last ? `${last.position} ${last.id}` : null,
    invitations,
  }
}

const isPosition = (savedAt: string, id: string) =>
  /^\d{4}-[\dT:.-]+Z$/.test(savedAt) &&
  !Number.isNaN(Date.parse(savedAt)) &&
  /^[\da-f-]{36}$/.test(id)

/** Who pages through everybody is stopped, and others are told. */
async function refuseAtLimit(boards: Boards, seeker: queries.Seeker): Promise<never> {
  const { db, publicUrl } = boards
  const { organizationId, viewerId, job } = seeker
  await inTransaction(db, async (trx) => {
    const day = new Date().toISOString().slice(0, 10)
    const owners = await findOwnerAddresses(trx, organizationId)
    const content = manyCandidatesMail({ employer: job.employer, href: publicUrl })
    await enqueueMails(
      trx,
      owners.map((to) => ({
        cause: `many-candidates:${organizationId}:${day}:${to}`,
        to,
        content,
      })),
    )
    await recordAudit(trx, {
      action: 'profiles.limit-reached',
      actorId: viewerId,
      subject: `organization:${organizationId}`,
    })
  })
  throw new AppError(
    'RATE_LIMITED',
    `Your organization has seen ${mostListed} physicians today. The list goes on tomorrow.`,
  )
}

export async function openCandidate(
  db: Db,
  viewer: Viewer,
  jobId: string,
  id: string,
): Promise<ResponseOf<'GET /api/job-postings/:id/candidates/:candidateId'>> {
  const seeker = await loadSeeker(db, viewer, jobId)
  const row = await findCandidate(db, seeker, id)
  await queries.insertViews(db, seeker, 'opened', [row.physicianId])
  const fields = Object.entries(shownOf(row)) as [(typeof soughtFields)[number], string[]][]
  return {
    ...candidateView(row, []),
    fields: fields.map(([name, values]) => ({
      label: profileField(name).label,
      text: textOfField(name, values),
    })),
  }
}

/** @throws {AppError} NOT_FOUND as soon as the employer does not find the profile any more. */
export async function findCandidate(
  db: Db,
  seeker: queries.Seeker,
  id: string,
): Promise<queries.FoundRow> {
  const [row] = await queries.findCandidates(db, seeker, { id, limit: 1 })
  if (!row) throw new AppError('NOT_FOUND', 'This physician cannot be found any more.')
  return row
}

/** The log is kept a year. */
export const profileViewDays = 365
export const profileViewRetention = rowsPast(
  'views of profiles',
  'profile_views',
  (before) => sql`last_at < ${before}`,
)

const askFoundTask = defineTask({ name: 'ask-found-physicians' })
const tellDecisionsTask = defineTask({ name: 'tell-decisions' })

export const profileTasks = ({ db, publicUrl }: Boards): TaskHandler[] => [
  handleTask(
    askFoundTask,
    () =>
      inTransaction(db, async (trx) => {
        const filters = await queries.markAsked(trx)
        await enqueueMails(
          trx,
          filters.map(({ id, email, until }) => ({
            cause: `found-ends:${id}:${until.toISOString()}`,
            to: email,
            content: foundEndsMail({ href: publicUrl + profilePath }),
          })),
        )
      }),
    { cron: '15 14 * * *' },
  ),
  handleTask(tellDecisionsTask, () => tellDecisions(db, { publicUrl }), { cron: '*/5 * * * *' }),
]

/** To a physician, before the profile is hidden. */
export const foundEndsMail = ({ href }: { href: string }): MailContent =>
  mailOf({
    subject: 'Shall employers still find you?',
    body: [
      `Your profile has been open to employers for ${foundDays} days, and will be hidden within three days.`,
      'If you still look for a position, go on for another 90 days. If not, do nothing.',
    ],
    button: ['Open my profile', href],
    reason: `You get this email because you let employers find you on ${site.name}.`,
  })

/** To the owners of an organization that pages through physicians. */
export const manyCandidatesMail = ({
  employer,
  href,
}: {
  employer: string
  href: string
}): MailContent =>
  mailOf({
    subject: `${employer} has seen ${mostListed} physicians today`,
    body: [
      'Somebody of your organization went through many profiles, so the list is closed until tomorrow.',
      'Each physician reads that your organization saw the profile. Filters lead to fewer.',
    ],
    button: [`Open ${site.name}`, href],
    reason: `You get this email because you own the organization on ${site.name}.`,
  })
