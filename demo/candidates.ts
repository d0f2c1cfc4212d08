import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import { findOrganizationOf, allowOrganization } from '#features/names/server/public.ts'
import {
  isShownAtFirst,
  profileFieldNames,
  problemWith,
  type ProfileFieldName,
  type ProfileValues,
} from '#features/profiles/fields.ts'
import { searchCandidates, setFinding, openCandidate } from '#features/profiles/server/finding.ts'
import {
  answerInvitation,
  inviteCandidate,
  listInvitations,
} from '#features/profiles/server/invitations.ts'
import { saveProfile } from '#features/profiles/server/service.ts'
import { askForSubmittal, listSubmittals } from '#features/profiles/server/submittals.ts'
import { inTransaction } from '#platform/server/database.ts'
import type { Viewer } from '#platform/server/http/access.ts'
import { upsertDemoUser } from './accounts.ts'
import { Rng } from './catalog/rng.ts'
import type { Demo } from './desks.ts'

const candidates = 60
const seed = 17
/** Invented, as are all pairs of them. */
const firstNames = ['Ada', 'Bela', 'Cato', 'Dara', 'Emil', 'Fern', 'Gita', 'Hugo', 'Iris', 'Juno']
const lastNames = ['Ashgrove', 'Brookmere', 'Copperfell', 'Dunmarsh', 'Elderhay', 'Foxleigh']

/** Not the domain of the organizations, whose physicians they would be. */
const addressOf = (n: number) => `candidate.${n + 1}@physicians.example`

type Seeker = { viewer: Viewer; postings: string[] }
type Posting = { id: string; specialty: string; state: string }

/** Sixty physicians with profiles, whom four organizations look for, invite and present. */
export async function fillProfiles(
  demo: Demo,
  viewerAt: (email: string) => Promise<Viewer>,
  seekers: readonly Seeker[],
): Promise<void> {
  const [hospital, firm] = seekers
  if (!hospital || !firm) throw new Error('Nobody looks for physicians')
  const { db, storage, settings, now } = demo
  const services = { db, storage, ...settings }
  const { rows } = await sql<Posting>`
    select id, specialty, state from jobs where status = 'active'
      and id = any (${seekers.flatMap(({ postings }) => postings)}::uuid[])
    order by id
  `.execute(db)
  for (let n = 0; n < candidates; n += 1) {
    await upsertDemoUser(db, {
      id: randomUUIDv7(),
      email: addressOf(n),
      email_verified_at: now,
      first_name: firstNames[n % firstNames.length] ?? '',
      last_name: lastNames[Math.floor(n / firstNames.length)] ?? '',
      role: 'physician',
      password_hash: null,
      is_demo: true,
    })
    const viewer = await viewerAt(addressOf(n))
    const fields = profileOf(n, rows, now)
    await saveProfile(db, viewer.id, { fields, shown: profileFieldNames.filter(isShownAtFirst) })
    await setFinding(db, viewer, {
      isOn: n % 6 !== 5,
      showsName: n % 4 === 0,
      toFirms: n % 2 === 0,
      hiddenStates: n % 9 === 0 ? ['TX'] : [],
    })
  }
  for (const { viewer, postings } of seekers)
    for (const { id, specialty } of rows.filter((row) => postings.includes(row.id)).slice(0, 2)) {
      const found = await searchCandidates(services, viewer, id, { specialty })
      const [first] = found.candidates
      if (!first) continue
      await openCandidate(db, viewer, id, first.id)
      // A posting without pay or terms cannot invite.
      await inviteCandidate(services, viewer, { id, candidateId: first.id }, words).catch(() => {})
    }
  const [client, agency] = await Promise.all(
    [hospital, firm].map(({ viewer }) => findOrganizationOf(db, viewer.id)),
  )
  const allowance = { ownerId: client ?? '', organizationId: agency ?? '', isAllowed: true }
  await inTransaction(db, (trx) => allowOrganization(trx, { ...allowance, by: hospital.viewer.id }))
  const { clients, people } = await listSubmittals(db, firm.viewer)
  for (const { id: inquiryId } of people) {
    // Nobody is presented where they applied.
    const { rows: free } = await sql<{ id: string }>`
      select id from jobs where id = any (${clients.map(({ id }) => id)}::uuid[]) and id not in (
        select theirs.job_id from inquiries join inquiries theirs using (sender_id)
        where inquiries.id = ${inquiryId}
      )
      order by id limit 1
    `.execute(db)
    const [job] = free
    if (job)
      await askForSubmittal(services, firm.viewer, {
        jobId: job.id,
        message: 'Calm, thorough, and ready to move this summer: worth an hour of your time.',
        physician: { inquiryId },
      })
  }
  await consentOnce(demo, viewerAt)
}

const words = 'Your training fits our opening. Shall we talk about it for a quarter of an hour?'

/** One of those who were asked consents; the physician's own account has still to answer. */
async function consentOnce(
  { db, storage, settings }: Demo,
  viewerAt: (email: string) => Promise<Viewer>,
): Promise<void> {
  const { rows } = await sql<{ email: string }>`
    select email from posting_invitations i join users on users.id = physician_id
    where through_id is not null and email not like 'physician@%' order by i.id limit 1
  `.execute(db)
  const [asked] = rows
  if (!asked) return
  const physician = await viewerAt(asked.email)
  const { invitations } = await listInvitations(db, physician.id)
  const open = invitations.find(({ firm, state }) => firm !== null && state === 'open')
  if (open)
    await answerInvitation({ db, storage, ...settings }, physician, open.id, {
      message: null,
      consents: true,
    })
}

function profileOf(n: number, postings: readonly Posting[], now: Date): ProfileValues {
  const rng = new Rng(seed, n)
  const { specialty, state } = rng.pick(postings)
  const year = now.getUTCFullYear() + rng.int(-18, 2)
  const values: ProfileValues = {
    specialty: [specialty],
    trainingEnds: [`${year}-${String(rng.int(1, 12)).padStart(2, '0')}`],
    licenses: [...new Set([state, rng.pick(['OH', 'PA', 'IN', 'MI', 'TX'])])],
    languages: [rng.pick(['Spanish', 'Portuguese', 'American Sign Language', 'English only'])],
    state: [state],
    jobType: ['full-time'],
    minPay: [String(10_000 * rng.int(24, 48))],
    sentence: [
      rng.pick(['I like teaching.', 'Small teams suit me.', 'I want time for my family.']),
    ],
  }
  // What a field of the table does not take stays unsaid.
  return Object.fromEntries(
    Object.entries(values).filter(
      ([name, given]) => problemWith(name as ProfileFieldName, given) === undefined,
    ),
  )
}
