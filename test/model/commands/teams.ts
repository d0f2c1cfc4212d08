import { sql } from 'kysely'
import { callerFrom, called, isOk, type Steps } from '../command.ts'
import type { Person, SeatRequest } from '../state.ts'
import { readMails } from '../looks.ts'
import { ownerOfName, refusedByOwner } from '../rules.ts'
import {
  endGrant,
  gainName,
  lookalike,
  markHospital,
  nameKey,
  withdrawAllNames,
  type World,
} from '../world.ts'
import { maxPostings, post } from './postings.ts'

/** What an organization does about its seats, its names and its firms. */

export const teams = {
  invite: (world, pick) => {
    const by = pick(owners(world))
    const joiner = world.person('joiner')
    const alone = world.all('hirer').filter((person) => person.team !== by?.team && isAlone(person))
    const guest = pick(joiner.id === null ? [...alone, joiner] : alone)
    const seat = pick(['recruiter', 'reader', 'owner', 'assigned'] as const)
    if (!by || !guest || !seat) return undefined
    return {
      words: `${by.key} invites ${guest.key} as ${seat}`,
      run: async () => {
        const answer = await called(
          world,
          by.caller.post('/api/organization/invitations', { email: guest.email, seat }),
        )
        if (!isOk(answer)) return
        await readMails(world)
        const token = tokenFor(world, guest.email, invitationLink)
        // A second one of a team replaces the first.
        const before = world.invitations.findIndex(
          ({ email, team }) => email === guest.email && team === by.team,
        )
        if (before >= 0) world.invitations.splice(before, 1)
        world.invitations.push({ email: guest.email, by: by.key, team: by.team, seat, token })
        world.expectMail(guest.email, /invitation\?token=/, 'an invitation was mailed')
      },
    }
  },

  accept: (world, pick) => {
    const invitation = pick(world.invitations)
    const guest = [...world.people.values()].find((person) => person.email === invitation?.email)
    if (!invitation || !guest || guest.isSuspended || guest.isDeleted) return undefined
    return {
      words: `${guest.key} ${guest.id === null ? 'signs up by' : 'accepts'} the invitation of ${invitation.by}`,
      touches: world.postings.filter(({ team }) => team === guest.team),
      run: async () => {
        const { token } = invitation
        const answer = await (guest.id === null
          ? signUp(world, guest, token)
          : called(world, guest.caller.post('/api/invitation', { token })))
        if (!isOk(answer)) return
        world.invitations.splice(world.invitations.indexOf(invitation), 1)
        const by = world.person(invitation.by)
        if (by.isSuspended || world.team(invitation.team).isSuspended)
          world.wrong(
            'An invitation of somebody who is suspended opens nothing.',
            `${guest.key} joined ${invitation.team}`,
          )
        moveIn(world, guest, invitation.team, invitation.seat)
      },
    }
  },

  leave: (world, pick) => {
    const person = pick(
      world.active('hirer').filter((member) => !isAlone(member) && member.seat !== 'owner'),
    )
    const owner = owners(world).find(({ team }) => team === person?.team)
    if (!person || !owner) return undefined
    return {
      words: `${person.key} leaves ${person.team}`,
      touches: world.postings.filter(({ owner: key }) => key === person.key),
      run: async () => {
        const answer = await called(
          world,
          person.caller.delete(`/api/organization/members/${person.id}`),
        )
        if (isOk(answer)) moveOut(world, person, owner)
      },
    }
  },

  'hand over': (world, pick) => {
    const posting = pick(
      world.postings.filter(({ team, status }) => team !== 'nobody' && status !== 'removed'),
    )
    const by = posting && pick(owners(world).filter(({ team }) => team === posting.team))
    const to =
      posting &&
      pick(
        world
          .active('hirer')
          .filter((person) => person.team === posting.team && person.seat !== 'reader'),
      )
    if (!posting || !by || !to || to.key === posting.owner) return undefined
    return {
      words: `${by.key} hands ${posting.alias} over to ${to.key}`,
      touches: [posting],
      run: async () => {
        const answer = await called(
          world,
          by.caller.put(`/api/organization/postings/${posting.id}`, { to: to.id }),
        )
        if (!isOk(answer)) return
        // A contact that was the owner's own goes along.
        if (posting.contact === world.person(posting.owner).email) posting.contact = to.email
        posting.owner = to.key
      },
    }
  },

  'change a seat': (world, pick) => {
    const by = pick(owners(world))
    const member =
      by && pick(world.active('hirer').filter((person) => person.team === by.team && person !== by))
    const seat = pick(['recruiter', 'reader', 'assigned'] as const)
    if (!by || !member || !seat) return undefined
    return {
      words: `${by.key} makes ${member.key} ${seat}`,
      run: async () => {
        const answer = await called(
          world,
          by.caller.put(`/api/organization/members/${member.id}`, { seat }),
        )
        if (isOk(answer)) member.seat = seat
      },
    }
  },

  'share the ownership': (world, pick) => {
    const by = pick(owners(world).filter((person) => !isAlone(person)))
    const member = pick(world.active('hirer').filter(({ team }) => team === by?.team))
    if (!by || !member || member === by) return undefined
    return {
      words: `${by.key} makes ${member.key} an owner, too`,
      run: async () => {
        const url = `/api/organization/members/${member.id}`
        const answer = await called(world, by.caller.put(url, { seat: 'owner' }))
        if (isOk(answer)) member.seat = 'owner'
      },
    }
  },

  'claim a name': (world, pick) => {
    const by = pick([...verifiedOwners(world), ...owners(world)])
    const others = [...world.teams.values()].filter(
      ({ key, name }) => key !== by?.team && name !== '',
    )
    // More often a name that somebody has to lose.
    const verified = others.filter(({ marks }) => marks.size > 0)
    const wanted = pick(
      [...verified, ...verified, ...others].flatMap(({ name }) => [
        name,
        lookalike(name),
        similar(name),
      ]),
    )
    if (!by || wanted === undefined) return undefined
    return {
      words: `${by.key} claims the name "${wanted}"`,
      run: async () => {
        const answer = await called(
          world,
          by.caller.post('/api/organization/names', { name: wanted }),
        )
        if (isOk(answer)) await readClaim(world, by, wanted)
      },
    }
  },

  rename: (world, pick) => {
    const by = pick(owners(world))
    const others = [...world.teams.values()].filter(
      ({ key, name }) => key !== by?.team && name !== '',
    )
    const wanted = pick(others.flatMap(({ name }) => [lookalike(name), name]))
    if (!by || wanted === undefined) return undefined
    return {
      words: `${by.key} calls the organization "${wanted}"`,
      run: async () => {
        const answer = await called(
          world,
          by.caller.put('/api/organization', { name: wanted, site: '', description: '' }),
        )
        if (!isOk(answer)) return
        // Of a verified organization it waits for the name.
        const { name } = await readClaim(world, by, wanted)
        world.team(by.team).name = name
        nameMembers(world, by.team)
      },
    }
  },

  'take down what uses a name': (world, pick) => {
    const by = pick(verifiedOwners(world))
    const posting =
      by &&
      pick(
        world.postings.filter(
          ({ team, company }) => team !== by.team && ownerOfName(world, company)?.key === by.team,
        ),
      )
    if (!by || !posting) return undefined
    return {
      words: `${by.key} takes down ${posting.alias}, which is under the own name`,
      touches: [posting],
      run: async () => {
        const answer = await called(
          world,
          by.caller.post(`/api/organization/uses/${posting.id}/removal`),
        )
        if (isOk(answer)) posting.holds.add(refusedByOwner)
      },
    }
  },

  'ask for a seat': (world, pick) => {
    const posting = pick(
      world.postings.filter(
        ({ isPublic, company, team }) => isPublic && ownerOfName(world, company)?.key === team,
      ),
    )
    const by = pick(
      world.active('hirer').filter((person) => isAlone(person) && person.team !== posting?.team),
    )
    const owner = owners(world).find(({ team }) => team === posting?.team)
    if (!posting || !by || !owner) return undefined
    const { name, key: team } = world.team(posting.team)
    return {
      words: `${by.key} asks for a seat in ${team}, whose mail domain is the same`,
      run: async () => {
        const said = { name, site: 'https://mail.test', description: '' }
        await called(world, owner.caller.put('/api/organization', said))
        const url = `/api/employers/${slugOf(posting.company)}/seat-requests`
        if (isOk(await called(world, by.caller.post(url))))
          world.seatRequests.push({ by: by.key, team, name: posting.company, state: 'open' })
      },
    }
  },

  'decide a seat': (world, pick) => {
    // Where nobody owns the name, an administrator's grant begins another team.
    const request = pick(
      world.seatRequests.filter(
        ({ state, name, team }) => state === 'open' && ownerOfName(world, name)?.key === team,
      ),
    )
    const owner = owners(world).find(({ team }) => team === request?.team)
    const by = pick([world.person('admin'), owner, request && world.person(request.by)])
    const decision = pick(['grant', 'grant', 'refuse'])
    if (!request || !by || decision === undefined) return undefined
    return {
      words: `${by.key} decides about the seat of ${request.by} in ${request.team}: ${decision}`,
      run: async () => {
        if (!(await decideSeat(world, request, by, decision))) return
        if (by.key === request.by)
          world.wrong('Nobody decides about the own seat.', `${by.key} decides: ${decision}`)
        request.state = decision === 'grant' ? 'granted' : 'over'
      },
    }
  },

  'take a seat': (world, pick) => {
    const request = pick(world.seatRequests.filter(({ state }) => state === 'granted'))
    const by = request && world.person(request.by)
    if (!request || !by || by.isSuspended || by.isDeleted) return undefined
    const { team, name } = request
    const owner = owners(world).find((person) => person.team === team)
    const loser = pick([undefined, owner])
    return {
      words:
        `${by.key} takes the seat in ${team}, a week after it was granted` +
        (loser ? `, once ${team} has lost its names` : ''),
      touches: world.postings.filter(
        (posting) => posting.owner === by.key || posting.team === team,
      ),
      run: async () => {
        if (loser) await markHospital(world, team, loser.key, false)
        const isOwned = ownerOfName(world, name)?.key === team
        await sql`
          with lost as (update name_grants set withdrawn_at = withdrawn_at - interval '8 days')
          update seat_requests set decided_at = decided_at - interval '8 days'
        `.execute(world.site.db)
        if (!(await decideSeat(world, request, by, 'take'))) return
        request.state = 'over'
        if (!isOwned || world.team(team).isSuspended)
          world.wrong(
            'A seat is in the team that granted it, as long as it speaks for its name.',
            `${by.key} took the seat at "${name}"`,
          )
        moveIn(world, by, team, 'recruiter')
      },
    }
  },

  'allow a firm': (world, pick) => firm(world, pick(verifiedOwners(world)), true),
  'stop a firm': (world, pick) => firm(world, pick(verifiedOwners(world)), false),

  'the firm posts for a hospital': (world, pick) => {
    const finn = world.person('finn')
    const by = pick(verifiedOwners(world))
    const allow = firm(world, by, true)
    if (!by || !allow || finn.team !== 'firm' || finn.isSuspended) return undefined
    if (world.postings.length >= maxPostings) return undefined
    const { name } = world.team(by.team)
    return {
      words: `${allow.words}, and finn posts under "${name}"`,
      touches: allow.touches ?? [],
      run: async () => {
        await allow.run()
        await post(world, finn, name)
      },
    }
  },

  'the firm posts on': (world, pick) => {
    const finn = world.person('finn')
    const { grants } = world.team('firm')
    const by = pick(
      verifiedOwners(world).filter((owner) => {
        const { name } = world.team(owner.team)
        return (
          ownerOfName(world, name)?.key === owner.team && grants.get(nameKey(name)) === 'client'
        )
      }),
    )
    const stop = firm(world, by, false)
    const isStopped = pick([true, false])
    if (!by || !stop || finn.team !== 'firm' || finn.isSuspended) return undefined
    if (world.postings.length >= maxPostings) return undefined
    const { key, name } = world.team(by.team)
    return {
      words: `${isStopped ? stop.words : `admin unmarks ${name}`}, and finn posts under "${name}"`,
      touches: world.postings.filter(({ team }) => [key, finn.team].includes(team)),
      run: async () => {
        if (isStopped) await stop.run()
        else await markHospital(world, key, by.key, false)
        await post(world, finn, name)
      },
    }
  },
} satisfies Steps

const invitationLink = /invitation\?token=([\w-]+)/

const owners = (world: World): Person[] =>
  world.active('hirer').filter(({ seat }) => seat === 'owner')
const verifiedOwners = (world: World) =>
  owners(world).filter(({ team }) => world.team(team).marks.size > 0)
const isAlone = ({ team }: Person): boolean => team.startsWith('solo:') || team === 'firm'

/** What people could take for a name, though its key differs. */
const similar = (name: string): string => `${name}s`
const resembles = (name: string, wanted: string): boolean =>
  nameKey(wanted).replace(/s$/, '') === nameKey(name).replace(/s$/, '')

const slugOf = (name: string): string => nameKey(name).replaceAll(' ', '-')

async function decideSeat(
  world: World,
  { name, by }: SeatRequest,
  { caller }: Person,
  decision: string,
): Promise<boolean> {
  type Listed = { id: string; employer: string; email: string; status: string }
  const requests = (await caller.get('/api/seat-requests')).json<Listed[]>()
  const found = requests.find(
    ({ employer, email, status }) =>
      nameKey(employer) === nameKey(name) &&
      email === world.person(by).email &&
      status !== 'refused',
  )
  if (!found) return false
  return isOk(await called(world, caller.put(`/api/seat-requests/${found.id}`, { decision })))
}

/** What came of a claim: it waits for an administrator, or nobody has the name. */
async function readClaim(world: World, by: Person, wanted: string): Promise<{ name: string }> {
  const organization = (await by.caller.get('/api/organization')).json<{
    name: string
    names: { name: string; waits?: boolean }[]
  }>()
  const name = organization.names.find((known) => nameKey(known.name) === nameKey(wanted))
  if (!name || name.waits === true) return organization
  const owner = [...world.teams.values()].find(({ grants }) =>
    [...grants].some(([key, kind]) => kind === 'own' && resembles(key, wanted)),
  )
  const seen = `${by.key} has the name "${wanted}" of ${owner?.key ?? 'nobody'} at once`
  if (owner && owner.key !== by.team)
    world.wrong('A name that resembles somebody’s waits for an administrator.', seen)
  else gainName(world, world.team(by.team), wanted)
  return organization
}

export const tokenFor = (world: World, address: string, link: RegExp): string =>
  world.mails
    .flatMap(({ to, body }) => (to === address ? (link.exec(body)?.[1] ?? []) : []))
    .at(-1) ?? 'none-0123456789-0123456789'

/** The link proves the address. */
async function signUp(world: World, guest: Person, token: string) {
  const body = {
    firstName: guest.key,
    lastName: 'Example',
    password: 'a long and odd password',
    token,
  }
  const answer = await called(world, world.visitor.post('/api/auth/register/invited', body))
  const caller = callerFrom(world, answer)
  if (!isOk(answer) || !caller) return answer
  const { id, role } = (await caller.get('/api/auth/user')).json<Pick<Person, 'id' | 'role'>>()
  Object.assign(guest, { id, role, caller, kind: 'hirer' })
  guest.proved.add(guest.email)
  return answer
}

/** Who was alone brings the postings along, and ends the team; of a team they stay there. */
function moveIn(world: World, person: Person, team: string, seat: Person['seat']): void {
  const before = world.team(person.team)
  const colleagues = membersOf(world, before.key).filter((member) => member !== person)
  const heir = colleagues.find((member) => member.seat === 'owner')
  if (heir) leavePostings(world, person, heir)
  else if (before.key !== 'nobody') {
    for (const posting of world.postings)
      if (posting.owner === person.key && posting.team === person.team) posting.team = team
    withdrawAllNames(world, before)
  }
  person.team = team
  person.seat = seat
  nameMembers(world, team)
}

const membersOf = (world: World, team: string): Person[] =>
  [...world.people.values()].filter((person) => person.team === team && !person.isDeleted)

/** The accounts say for whom they hire, whenever somebody joins, and after a change. */
function nameMembers(world: World, team: string): void {
  for (const member of membersOf(world, team)) member.company = world.team(team).name
}

/** Who leaves has a team alone, of the name that the account has. */
function moveOut(world: World, person: Person, owner: Person): void {
  leavePostings(world, person, owner)
  person.team = `solo:${person.key}`
  person.seat = 'owner'
  world.teams.set(person.team, {
    key: person.team,
    name: person.company,
    grants: new Map(),
    marks: new Set(),
    isSuspended: false,
  })
}

/** The postings stay with an owner. */
function leavePostings(world: World, person: Person, owner: Person): void {
  for (const posting of world.postings)
    if (posting.owner === person.key) {
      posting.owner = owner.key
      if (posting.contact === person.email) posting.contact = owner.email
    }
}

type Account = { organization: { id: string } | null }

function firm(world: World, by: Person | undefined, isAllowed: boolean) {
  const finn = world.person('finn')
  if (!by || finn.isDeleted) return undefined
  const team = world.team(by.team)
  return {
    words: `${by.key} ${isAllowed ? 'allows' : 'stops'} the firm`,
    touches: world.postings.filter((posting) => posting.team === finn.team),
    run: async () => {
      const account = await world.person('admin').caller.get(`/api/admin/users/${finn.id}`)
      const id = account.json<Account>().organization?.id
      const url = `/api/organization/agencies/${id}`
      const answer = await called(world, by.caller.put(url, { isAllowed }))
      if (!isOk(answer)) return
      const { grants } = world.team('firm')
      // For all names of the owner.
      for (const [key, kind] of team.grants) {
        if (kind !== 'own') continue
        if (isAllowed) grants.set(key, 'client')
        else endGrant(world, world.team('firm'), key)
      }
    },
  }
}
