import { randomUUIDv7 } from 'node:crypto'
import { sql } from 'kysely'
import type { Role } from '#shared/contract.ts'
import type { TestApp } from '../app.ts'
import { asVisitor, signIn, type Caller, type SignedIn } from '../sign-in.ts'
import type {
  Person,
  PersonKey,
  Team,
  TeamKey,
  Seat,
  Posting,
  Application,
  Expected,
  Invitation,
  SeatRequest,
  Key,
  Hook,
  Profile,
  Offer,
  Submittal,
  Waiting,
  Decision,
  Merge,
  Mail,
  Wrong,
  MayRead,
} from './state.ts'

/**
 * The cast of one sequence, and what the model remembers: who did what, in plain data. No code of
 * the product decides here.
 */

export class World {
  readonly site: TestApp
  readonly mark: string
  readonly people = new Map<PersonKey, Person>()
  readonly teams = new Map<TeamKey, Team>()
  readonly postings: Posting[] = []
  readonly applications: Application[] = []
  readonly invitations: Invitation[] = []
  readonly seatRequests: SeatRequest[] = []
  readonly profiles = new Map<PersonKey, Profile>()
  readonly offers: Offer[] = []
  readonly submittals: Submittal[] = []
  readonly keys: Key[] = []
  readonly hooks: Hook[] = []
  readonly waiting: Waiting[] = []
  readonly decisions: Decision[] = []
  readonly merges: Merge[] = []
  readonly mails: Mail[] = []
  readonly expected: Expected[] = []
  /** Pairs that are blocked: team or poster's address, and person; with who did it. */
  readonly blocks = new Set<string>()
  /** The same before the latest step. */
  blocksBefore: ReadonlySet<string> = new Set()
  readonly wrongs: Wrong[] = []
  /** The steps so far, as sentences. */
  readonly log: string[] = []
  /** Who may read a text with this mark; the same words may be sent twice. */
  readonly texts = new Map<string, MayRead[]>()
  isCrowded = false
  /** Addresses whose mailed link somebody has opened. */
  readonly linked = new Set<string>()
  /** Sentences that did not hold, in a survey. */
  readonly failed = new Set<string>()
  /** When the latest step began. */
  since = new Date()
  /** Somebody of a network of their own. */
  visitor: Caller
  /** Of the latest step: what it touched. */
  touched = new Set<Posting>()
  newMails: Mail[] = []
  private count = 0

  constructor(site: TestApp, mark: string) {
    this.site = site
    this.mark = mark
    this.visitor = this.from('visitor')
  }

  /** A visitor whose calls come from the network of this person. */
  from(key: string): Caller {
    const number = Buffer.from(`${this.mark}${key}`).reduce(
      (sum, byte) => (sum * 31 + byte) % 16_000_000,
      7,
    )
    const remoteAddress = `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`
    const { call } = asVisitor(this.site)
    const send = (method: 'POST' | 'PUT' | 'DELETE') => async (url: string, body?: unknown) =>
      call({ method, url, remoteAddress, ...(body !== undefined && { payload: body as object }) })
    return {
      call: async (options) => call({ remoteAddress, ...options }),
      get: async (url) => call({ method: 'GET', url, remoteAddress }),
      post: send('POST'),
      put: send('PUT'),
      delete: send('DELETE'),
    }
  }

  person(key: PersonKey): Person {
    const person = this.people.get(key)
    if (!person) throw new Error(`Nobody is called ${key}`)
    return person
  }

  team(key: TeamKey): Team {
    const team = this.teams.get(key)
    if (!team) throw new Error(`No team is called ${key}`)
    return team
  }

  /** Of another domain where employers may find the person: colleagues are hidden from each other. */
  address = (key: string): string =>
    `${key}.${this.mark}@${/^(?:ada|ben|cleo|guest)\b/.test(key) ? 'home' : 'mail'}.test`

  /** Another text that nobody else writes. */
  newMark(): string {
    this.count += 1
    return `${this.mark}t${this.count}e`
  }

  all = (kind: Person['kind']): Person[] =>
    [...this.people.values()].filter((person) => person.kind === kind && !person.isDeleted)
  active = (kind: Person['kind']): Person[] =>
    this.all(kind).filter(
      (person) => !person.isSuspended && person.id !== null && !this.team(person.team).isSuspended,
    )

  wrong(sentence: string, seen: string): void {
    this.wrongs.push({ sentence, seen })
  }

  /** Only who fits one of these may read the text. */
  keep(mark: string, mayRead: MayRead): void {
    this.texts.set(mark, [...(this.texts.get(mark) ?? []), mayRead])
  }

  /** To one of these addresses. */
  expectMail(to: string | readonly string[], about: RegExp, why: string): void {
    this.expected.push({ to: [to].flat(), about, why, since: this.since })
  }
}

/**
 * Case, accents, punctuation and letters that look alike make no other name. The model's own few
 * pairs.
 */
export const nameKey = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('а', 'a')
    .replaceAll('е', 'e')
    .replaceAll('о', 'o')
    .replaceAll('і', 'i')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim()

/** The name as a homoglyph attack writes it: equal to the eye. */
export const lookalike = (name: string): string => name.replaceAll('e', 'е').replaceAll('i', 'і')

/** Tables that a fresh database fills: places, and what has been migrated. */
let filled: string[] | undefined

/**
 * What the sequence before left would make names resemble each other, and lists longer than a page.
 */
async function forgetEarlier({ db }: TestApp): Promise<void> {
  if (filled === undefined) {
    const { rows } = await sql<{ table: string }>`
      select format('%I', tablename) as table from pg_tables where schemaname = 'public' and (
        tablename like 'audit%' or (xpath('/row/n/text()', query_to_xml(format('select exists (select from %I) as n', tablename),
        false, true, '')))[1]::text = 'true'
      )
    `.execute(db)
    filled = rows.map(({ table }) => table)
    return
  }
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql<{ table: string }>`
      select format('%I', tablename) as table from pg_tables where schemaname = 'public' and tablename <> all (${filled})
    `.execute(trx)
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql.raw(rows.map(({ table }) => `delete from ${table}`).join(';')).execute(trx)
    await sql`delete from pgboss.job where state in ('created', 'retry')`.execute(trx)
  })
}

let serial = 0
const letters = (n: number): string =>
  String(n).replaceAll(/\d/g, (digit) => 'bcdfghjkmp'[Number(digit)] ?? 'b')

/** A fresh world: new accounts and names in the same database. */
export async function newWorld(site: TestApp): Promise<World> {
  await forgetEarlier(site)
  serial += 1
  const world = new World(site, `zq${letters(serial)}`)
  const named = (word: string) => `${word} ${world.mark.slice(2).toUpperCase()} Hospital`
  const teams: [TeamKey, string][] = [
    ['alder', named('Alder')],
    ['birch', named('Birch')],
    ['firm', named('Cedar').replace('Hospital', 'Search')],
    ['solo:lone', named('Dover').replace('Hospital', 'Practice')],
    ['solo:newcomer', named('Elm').replace('Hospital', 'Group')],
  ]
  for (const [key, name] of teams)
    world.teams.set(key, { key, name, grants: new Map(), marks: new Set(), isSuspended: false })
  world.teams.set('nobody', {
    key: 'nobody',
    name: '',
    grants: new Map(),
    marks: new Set(),
    isSuspended: false,
  })
  const hirers: [PersonKey, Role, TeamKey, Seat][] = [
    ['alan', 'employer', 'alder', 'owner'],
    ['rita', 'employer', 'alder', 'recruiter'],
    ['rolf', 'employer', 'alder', 'reader'],
    ['bea', 'employer', 'birch', 'owner'],
    ['bob', 'employer', 'birch', 'recruiter'],
    ['bill', 'employer', 'birch', 'assigned'],
    ['finn', 'recruiter', 'firm', 'owner'],
    ['lone', 'employer', 'solo:lone', 'owner'],
    ['newcomer', 'employer', 'solo:newcomer', 'owner'],
  ]
  const others: [PersonKey, Role | null, Person['kind'], boolean][] = [
    ['ada', 'physician', 'physician', true],
    ['ben', 'physician', 'physician', true],
    ['cleo', 'physician', 'physician', false],
    ['mo', 'moderator', 'moderator', true],
    ['admin', 'admin', 'admin', true],
  ]
  await Promise.all([
    ...hirers.map(async ([key, role, team, seat]) => {
      const companyName = world.team(team).name
      join(
        world,
        key,
        { kind: 'hirer', role, team, seat },
        await account(world, key, role, { companyName }),
      )
    }),
    ...others.map(async ([key, role, kind, emailVerified]) =>
      join(
        world,
        key,
        { kind, role, emailVerified },
        await account(world, key, role, { emailVerified }),
      ),
    ),
  ])
  for (const [key, kind] of [
    ['guest', 'nobody'],
    ['joiner', 'nobody'],
    ['poster', 'nobody'],
    ['stranger', 'stranger'],
  ] as const)
    join(world, key, { kind, emailVerified: false })
  await Promise.all(['alder', 'birch', 'firm'].map((key) => addTeam(world, key)))
  for (const [team, owner] of [
    ['alder', 'alan'],
    ['birch', 'bea'],
  ] as const)
    await markHospital(world, team, owner)
  return world
}

const account = (world: World, key: PersonKey, role: Role | null, more: object) =>
  signIn(world.site, role, {
    email: world.address(key),
    firstName: key,
    lastName: 'Example',
    trusted: false,
    ...more,
  })

type Facts = {
  kind: Person['kind']
  role?: Role | null
  team?: TeamKey
  seat?: Seat
  emailVerified?: boolean
}

function join(world: World, key: PersonKey, facts: Facts, signedIn?: SignedIn): Person {
  const { kind, role = null, team = 'nobody', seat = 'owner', emailVerified = true } = facts
  const company = world.team(team).name
  const email = world.address(key)
  const person: Person = {
    key,
    email,
    kind,
    role,
    team,
    seat,
    company,
    id: signedIn?.user.id ?? null,
    caller: signedIn ?? world.from(key),
    isSuspended: false,
    isDeleted: false,
    isDaily: false,
    proved: new Set(emailVerified ? [email] : []),
  }
  world.people.set(key, person)
  return person
}

async function addTeam(world: World, key: TeamKey): Promise<void> {
  const members = [...world.people.values()].filter((person) => person.team === key)
  await sql`
    with made as (insert into organizations (id, name) values (${randomUUIDv7()}, ${world.team(key).name}) returning id)
    insert into organization_members (user_id, organization_id, seat)
    select unnest(${members.map(({ id }) => id)}::uuid[]), id, unnest(${members.map(({ seat }) => seat)}::text[]) from made
    on conflict (user_id) do update set organization_id = excluded.organization_id, seat = excluded.seat
  `.execute(world.site.db)
}

/** An administrator verifies a hospital, by the call of the page. */
export async function markHospital(
  world: World,
  key: TeamKey,
  owner: PersonKey,
  verified = true,
): Promise<number> {
  const url = `/api/admin/users/${world.person(owner).id}`
  const { caller } = world.person('admin')
  const { revision } = (await caller.get(url)).json<{ revision: number }>()
  const { statusCode } = await caller.put(`${url}/verified-hospital`, { verified, revision })
  const team = world.team(key)
  if (statusCode !== 200) return statusCode
  if (verified) {
    gainName(world, team, team.name)
    team.marks.add(nameKey(team.name))
  } else withdrawOwnNames(world, team)
  return statusCode
}

/** Whoever may post under the other names of the team may do so under a new one. */
export function gainName(world: World, team: Team, name: string): void {
  const names = [...team.grants].flatMap(([key, kind]) => (kind === 'own' ? key : []))
  for (const { grants } of world.teams.values())
    if (names.some((key) => grants.get(key) === 'client')) grants.set(nameKey(name), 'client')
  team.grants.set(nameKey(name), 'own')
}

/** All that an organization speaks for ends, also for the firms that it allowed. */
export function withdrawAllNames(world: World, team: Team): void {
  withdrawOwnNames(world, team)
  team.grants.clear()
}

function withdrawOwnNames(world: World, team: Team): void {
  for (const [key, kind] of team.grants) {
    if (kind !== 'own') continue
    endGrant(world, team, key)
    for (const firm of world.teams.values())
      if (firm.grants.get(key) === 'client') endGrant(world, firm, key)
  }
  team.marks.clear()
}

/** What a moderator accepted under the name counts on. */
export function endGrant({ postings }: World, team: Team, key: string): void {
  const isAccepted = postings.some(
    ({ accepted, moderatedIn }) => moderatedIn === team.key && accepted.has(key),
  )
  if (isAccepted) team.grants.set(key, 'accepted')
  else team.grants.delete(key)
}
