import { randomUUIDv7 } from 'node:crypto'
import { findUser, type PersonalData, type User } from '#features/accounts/server/public.ts'
import {
  findDomainsOf,
  findNamesOf,
  findOrganizationOf,
  standingsOf,
} from '#features/names/server/public.ts'
import { disconnectListed, requirePoster } from '#features/postings/server/public.ts'
import { recordAudit } from '#platform/server/audit.ts'
import { inTransaction, takeLock, type Db } from '#platform/server/database.ts'
import type { Actor, Viewer } from '#platform/server/http/access.ts'
import type { BodyOf } from '#shared/contract.ts'
import { AppError, fieldError } from '#shared/errors.ts'
import type { CareersPage, CareersPages } from '#features/imports/contract-pages.ts'
import { wholeSource } from '#features/imports/facts.ts'
import { nextPageRunAt, skipReasons } from '#features/imports/model.ts'
import type { NewPage } from '#features/imports/schemas.ts'
import { endRun } from '../runs/queries-runs.ts'
import { startCheck, startImportRun } from '../runs/run-tasks.ts'
import { giveAnswer, readSourceAnswers } from '../sources/answers.ts'
import {
  deleteSource,
  insertSource,
  lockSource,
  updateSource,
  type SourceRow,
} from '../sources/queries-sources.ts'
import { encryptAddress, publicAddress, requireFullAddress } from '../sources/stored-address.ts'
import type { Imports } from '../sources/service-sources.ts'
import { pageOf, publicPageOf } from './boards.ts'
import {
  countFollowing,
  countPages,
  findConnectedBy,
  findPage,
  findPageAt,
  findPages,
} from './queries-pages.ts'

export type Pages = Pick<Imports, 'db' | 'cipher'> & { pageHosts: readonly string[] }

export async function listCareersPages(db: Db, viewer: Viewer): Promise<CareersPages> {
  return {
    pages: await viewsOf(db, await findPages(db, viewer.id)),
    employers: await employersOf(db, viewer),
    domains: await findDomainsOf(db, viewer.id),
  }
}

/** The account's company, and what else its organization speaks for. */
async function employersOf(db: Db, viewer: Viewer) {
  const user = await findUser(db, viewer.id)
  const organizationId = await findOrganizationOf(db, viewer.id)
  const granted = organizationId === null ? [] : await findNamesOf(db, organizationId)
  const names = granted.filter((grant) => grant.granted_at !== null).map(({ name }) => name)
  return [...new Set([...(user?.company_name ? [user.company_name] : []), ...names])]
}

const mostPages = 10

/** The same page again is looked at again. */
export async function connectCareersPage(
  { db, cipher, pageHosts: furtherHosts }: Pages,
  viewer: Viewer,
  actor: Actor,
  { url, employer: typed }: NewPage,
): Promise<{ id: string }> {
  requireFullAddress(url)
  return inTransaction(db, async (trx) => {
    const { user, organizationId } = await requireMember(trx, viewer)
    const employer = typed || (await employersOf(trx, viewer))[0]
    if (!employer) throw fieldError('employer', 'Please name the employer')
    const page = pageOf(url, { domains: await findDomainsOf(trx, user.id), furtherHosts })
    const [ofName, ofPage] = await standingsOf(trx, user, [employer, page.words])
    if (ofName === 'owned')
      throw fieldError('employer', 'This name belongs to another organization.', 'CONFLICT')
    if (ofPage === 'owned')
      throw fieldError('url', 'This page belongs to another organization.', 'CONFLICT')
    await takeLock(trx, `careers pages of ${organizationId}`)
    if ((await countPages(trx, organizationId)) >= mostPages)
      throw new AppError('CONFLICT', `An organization connects at most ${mostPages} pages.`)
    const address = encryptAddress(cipher, page.url)
    const id = randomUUIDv7()
    const fields = {
      id,
      ...address,
      mapping: '{}',
      schedule: 'never',
      is_complete: !isOfLatest.test(new URL(page.url).pathname),
      structured_data_allowed: true,
      organization_id: organizationId,
      owner_id: user.id,
      employer,
    } as const
    // Nobody else had the name: answers and rows outlive their page.
    const name = `${employer.slice(0, 80)} careers ${id.slice(-12)}`
    const isNew = await insertSource(trx, { ...fields, name })
    const source = await findPageAt(trx, organizationId, address.url)
    if (!source) throw new AppError('CONFLICT', 'This page was disconnected meanwhile.')
    if (isNew) await audit(trx, actor, source, 'imports.page-connected')
    await startCheck(trx, source, actor.actorId)
    return { id: source.id }
  })
}

/** A feed of the latest entries says nothing about the others. */
const isOfLatest = /\b(?:rss|atom|feed)\b/i

export async function answerCareersPage(
  db: Db,
  viewer: Viewer,
  actor: Actor,
  id: string,
  answer: BodyOf<'PUT /api/employer/sources/:id/answers'>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const page = await requirePage(trx, viewer, id)
    await giveAnswer(trx, page.name, answer, { ...actor, subject: subjectOf(id) })
    // What comes along now.
    if (!page.last_run) await startCheck(trx, page, actor.actorId)
  })
}

/** While it is being read, a second press changes only what comes along next time. */
export async function runCareersPage(
  db: Db,
  viewer: Viewer,
  actor: Actor,
  id: string,
  { leftOut }: BodyOf<'POST /api/employer/sources/:id/run'>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requirePage(trx, viewer, id)
    await lockSource(trx, id)
    const page = await requirePage(trx, viewer, id)
    await updateSource(trx, id, {
      left_out: leftOut,
      next_run_at: nextPageRunAt(new Date()),
      failures_in_a_row: 0,
    })
    if (page.last_run?.status !== 'running') {
      await startImportRun(trx, { sourceId: id, startedBy: actor.actorId })
      await audit(trx, actor, page, 'imports.page-run')
    }
  })
}

export async function disconnectCareersPage(
  db: Db,
  viewer: Viewer,
  actor: Actor,
  id: string,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    await requirePage(trx, viewer, id)
    await lockSource(trx, id)
    const page = await requirePage(trx, viewer, id)
    if (page.last_run?.status === 'running')
      await endRun(trx, page.last_run.id, {
        status: 'cancelled',
        message: 'The page was disconnected.',
      })
    await disconnectListed(trx, page.name)
    await deleteSource(trx, id)
    await audit(trx, actor, page, 'imports.page-disconnected')
  })
}

async function requireMember(
  db: Db,
  viewer: Viewer,
): Promise<{ user: User; organizationId: string }> {
  await requirePoster(db, viewer.id)
  const [user, organizationId] = [
    await findUser(db, viewer.id),
    await findOrganizationOf(db, viewer.id),
  ]
  if (!user || organizationId === null)
    throw new AppError('CONFLICT', 'Your account belongs to no organization.')
  return { user, organizationId }
}

async function requirePage(db: Db, viewer: Viewer, id: string): Promise<SourceRow> {
  await requirePoster(db, viewer.id)
  const page = await findPage(db, viewer.id, id)
  if (!page) throw new AppError('NOT_FOUND', 'This page is not connected.')
  return page
}

const subjectOf = (id: string) => `import-source:${id}`

const audit = (trx: Db, actor: Actor, { id, name, url }: SourceRow, action: string) =>
  recordAudit(trx, {
    ...actor,
    action,
    subject: subjectOf(id),
    detail: { name, page: new URL(url).host },
  })

async function viewsOf(db: Db, pages: readonly SourceRow[]): Promise<CareersPage[]> {
  const following = await countFollowing(
    db,
    pages.map(({ name }) => name),
  )
  const views: CareersPage[] = []
  for (const page of pages) {
    const { questions, check } = await readSourceAnswers(db, page.name)
    views.push({
      id: page.id,
      url: publicPageOf(publicAddress(page.url)),
      employer: page.employer ?? '',
      postings: following.get(page.name) ?? { active: 0, pending: 0 },
      lastRun: page.last_run && {
        ...page.last_run,
        message: worded(page.last_run.message),
        startedAt: new Date(page.last_run.startedAt).toISOString(),
      },
      nextRunAt: page.next_run_at?.toISOString() ?? null,
      check: check && foundBy(check),
      questions: questions.filter(isOfPage).slice(0, 3),
      leftOut: page.left_out,
    })
  }
  return views
}

const ofOperators =
  /, or upload the file instead| Add it to IMPORT_ALLOWED_HOSTS[^.]*\.| Is the API token set[^?]*\?/g

/** As an employer would say it, who has no settings and knows no datasets. */
const worded = (message: string | null) =>
  message && message.replaceAll('dataset', 'list of openings').replaceAll(ofOperators, '')

type Check = NonNullable<Awaited<ReturnType<typeof readSourceAnswers>>['check']>

function foundBy({ status, message, report }: Check): CareersPage['check'] {
  const kinds = report?.kinds ?? []
  return {
    status,
    message: status === 'failed' ? worded(message) : null,
    found: report?.rows ?? 0,
    physicians: kinds.reduce((sum, kind) => sum + kind.count, 0),
    kinds: kinds.toSorted((a, b) => b.count - a.count),
    others: (report?.groups ?? []).flatMap(({ kind, reason, count }) =>
      kind === 'skipped' && reason !== null && reason !== skipReasons.duplicate
        ? [{ reason, count }]
        : [],
    ),
  }
}

/** A page has one employer. */
const isOfPage = ({ words }: { words: string }) =>
  words === wholeSource() || !words.startsWith(wholeSource(''))

export const careersPagesPersonalData: PersonalData = {
  name: 'careersPages',
  export: (db, { id }) => findConnectedBy(db, id),
}
