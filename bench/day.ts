import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { stateByPopulation } from '#demo/catalog/places.ts'
import { Rng, weighted } from '#demo/catalog/rng.ts'
import { createAlert } from '#features/alerts/contract.ts'
import { saveFavorite } from '#features/favorites/contract.ts'
import { sendInquiry } from '#features/inquiries/contract.ts'
import { recordEvent } from '#features/insights/contract.ts'
import type { Db } from '#platform/server/database.ts'
import { specialties } from '#vocabulary/specialties.ts'
import { quantile } from './admin.ts'
import { drawAddresses } from './mix/draw.ts'
import { makeMix } from './mix/mix.ts'
import { startProduct } from './product.ts'

const [seed, connections, searches, readJobs, people] = [20, 8, 2_000, 1_000, 200]
/** Of a whole day, in its busy hours' order. */
const wholeDay = 200_000
const bounds = { readMs: 100, writeMs: 200 }

type Call = { path: string; cookie?: string; body?: object }
type Kind = { name: string; weight: number; draw: () => Call }
type Visitor = { id: string; cookie: string }
type SignIn = (people: ReturnType<typeof sql>) => Promise<Visitor[]>

/**
 * A seeded day on the database of `growth`: the same requests in the same order each time. @returns
 * what was missed.
 */
export async function measureDay(
  db: Db,
  connection: pg.PoolConfig,
  scale: number,
  { tell, signIn }: { tell: (line: string) => void; signIn: SignIn },
): Promise<string[]> {
  const kinds = await kindsOf(db, signIn)
  const kindAt = weighted(kinds.map((kind) => [kind, kind.weight] as const))
  const rng = new Rng(seed, 3)
  const day = Array.from({ length: Math.ceil(wholeDay * scale) }, () => kindAt.at(rng.next()))
    .map(({ name, draw }) => ({ name, call: draw() }))
    .values()
  const times = new Map<string, number[]>(kinds.map(({ name }) => [name, []]))
  const errors = new Map<string, number>()
  const product = await startProduct(connection, {
    cache: true,
    env: { ADMIN_SECOND_STEP: 'off', RATE_LIMITS: 'off', WORKER: 'off' },
  })
  const began = performance.now()
  try {
    await Promise.all(
      Array.from({ length: connections }, async () => {
        for (const { name, call } of day) {
          const sent = performance.now()
          const status = await send(product.origin, call)
          times.get(name)?.push(performance.now() - sent)
          const error = `${status} ${call.path.split('?')[0]?.replace(/[\da-f-]{36}/, '…')}`
          if (status >= 400) errors.set(error, (errors.get(error) ?? 0) + 1)
        }
      }),
    )
    // What is counted is written every few seconds.
    await setTimeout(6_000)
  } finally {
    await product.stop()
  }
  const seconds = (performance.now() - began) / 1000 - 6
  const missed = [...errors].map(([error, count]) => `${count} times ${error}`)
  for (const [name, its] of times) {
    tell(
      `p50 ${quantile(its, 0.5)} ms  p95 ${quantile(its, 0.95)} ms  ${String(its.length).padStart(7)} × ${name}`,
    )
    const bound = name.startsWith('write') ? bounds.writeMs : bounds.readMs
    if (Number(quantile(its, 0.95)) > bound) missed.push(`${name}: p95 above ${bound} ms`)
  }
  const count = [...times.values()].reduce((sum, its) => sum + its.length, 0)
  tell(
    `${count} requests over ${connections} connections in ${seconds.toFixed(0)} s, ${Math.round(count / seconds)} a second`,
  )
  return missed
}

/** Views of programs are not counted. */
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

async function send(origin: string, { path, cookie, body }: Call): Promise<number> {
  const answer = await fetch(origin + path, {
    headers: {
      origin,
      'user-agent': browser,
      ...(cookie && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    },
    redirect: 'manual',
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
  })
  await answer.arrayBuffer()
  return answer.status
}

/**
 * Visitors read, most of them without an account; few write; those who hire and those who run the
 * site look in.
 */
async function kindsOf(db: Db, signIn: SignIn): Promise<Kind[]> {
  const { rows: jobs } = await sql<{ id: string }>`
    select id from jobs where status = 'active' and owner_id is not null order by md5(id::text) limit ${readJobs}
  `.execute(db)
  const ids = jobs.map(({ id }) => id)
  const some = (role: string, most: number) =>
    signIn(
      sql`select id from users where role = ${role} and email like 'reader%' order by md5(email) limit ${most}`,
    )
  const [physicians, owners, admins] = [
    await some('physician', people),
    await some('employer', people),
    await some('admin', 1),
  ]
  const rng = new Rng(seed, 4)
  let sent = 0

  const read: Kind[] = (['HTML', 'JSON', 'form'] as const).flatMap((name) => {
    const share = { HTML: 0.4, JSON: 0.25, form: 0.1 }[name]
    const mix = makeMix(name, searches, ids)
    return mix.groups.map((group) => {
      const draw = drawAddresses({ ...mix, groups: [group] }, seed)
      return {
        name: `${name}: ${group.name}`,
        weight: share * group.weight,
        draw: () => ({ path: draw() }),
      }
    })
  })
  const desk = (
    name: string,
    weight: number,
    whose: readonly Visitor[],
    paths: readonly string[],
  ): Kind => ({
    name,
    weight,
    draw: () => ({ path: rng.pick(paths), cookie: rng.pick(whose).cookie }),
  })
  const write = (
    name: string,
    weight: number,
    path: string,
    body: () => object,
    whose?: readonly Visitor[],
  ): Kind => ({
    name: `write: ${name}`,
    weight,
    draw: () => ({ path, body: body(), ...(whose && { cookie: rng.pick(whose).cookie }) }),
  })
  return [
    ...read,
    desk('physicians’ desk', 3, physicians, [
      '/api/auth/user',
      '/api/desk',
      '/api/applications',
      '/api/favorites',
    ]),
    desk('employers’ desk', 4, owners, [
      '/api/auth/user',
      '/api/inbox',
      '/api/inbox?stage=new',
      '/api/inbox?view=board',
      '/api/job-postings?limit=50',
      '/api/job-postings/counts',
      '/api/insights?days=30',
    ]),
    desk('administration', 1, admins, [
      '/api/admin/summary',
      '/api/admin/queue',
      '/api/admin/users',
      '/api/admin/mails',
    ]),
    write('view', 15, recordEvent.path, () => ({ jobId: rng.pick(ids), kind: 'view' })),
    write('saved job', 1, saveFavorite.path, () => ({ jobId: rng.pick(ids) }), physicians),
    write('inquiry', 1, sendInquiry.path, () => ({
      jobId: rng.pick(ids),
      name: 'Reader',
      email: `visitor${sent++}@mail.test`,
      message:
        'I am board certified and would like to know more about the schedule and the call burden.',
    })),
    write(
      'alert',
      0.5,
      createAlert.path,
      () => ({
        search: { specialty: rng.pick(specialties), state: stateByPopulation.at(rng.next()) },
      }),
      physicians,
    ),
  ]
}
