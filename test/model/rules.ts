import type { Application, Key, Person, Posting } from './state.ts'
import { nameKey, type World } from './world.ts'

/** What must hold, said of the model's own state. */

/** Whether an address is somebody's: the present one, or one that they proved. */
export const owns = (person: Person, address: string): boolean =>
  person.email === address || person.proved.has(address)

const isTogether = (person: Person, posting: Posting): boolean =>
  person.kind === 'hirer' && person.team === posting.team

/** Whether somebody's seat reaches a posting. */
export const readsPosting = (person: Person, posting: Posting): boolean =>
  isTogether(person, posting) && (person.seat !== 'assigned' || person.key === posting.owner)

export const managesPosting = (person: Person, posting: Posting): boolean =>
  readsPosting(person, posting) &&
  person.seat !== 'reader' &&
  !person.isSuspended &&
  !person.isDeleted

/** Whether a key still works: its maker owns the organization, and neither is suspended. */
export function worksFor(world: World, { by, team, isRevoked }: Key): boolean {
  const maker = world.person(by)
  const mayCall = !maker.isSuspended && !maker.isDeleted && !world.team(team).isSuspended
  return !isRevoked && mayCall && maker.team === team && maker.seat === 'owner'
}

/** By a moderator, or by the owner of the name that the posting carries. */
export const isRemoved = ({ holds }: Posting): boolean =>
  holds.has('removed') || holds.has(refusedByOwner)
export const refusedByOwner = 'refused by the owner of the name'

/** A mail about it: a contact that is not confirmed reads its reference only. */
export const mentions = ({ title, id }: Posting): RegExp => new RegExp(`${title}|${id}|posting WC-`)

/** The person behind an application's sender: an account or a mailbox. */
export const senderOf = (world: World, { email, by }: Pick<Application, 'email' | 'by'>): Person =>
  [...world.people.values()].find((person) => owns(person, email) && !person.isDeleted) ??
  world.person(by)

/**
 * What nobody proved belongs to the typed address alone, and a mailbox to the account that has
 * proved it.
 */
export const blockKey = (world: World, application: Sent): string => {
  const { posting, proof, email } = application
  const sender = senderOf(world, application)
  const isMailbox = proof === 'link' && !sender.proved.has(email)
  return `${sideOf(posting)} ${proof === 'none' ? email : isMailbox ? mailboxKey(email) : sender.key}`
}
type Sent = Pick<Application, 'posting' | 'proof' | 'email' | 'by'>

const mailboxKey = (email: string): string => `mailbox ${email}`

/** Who proves an address is one person with its mailbox, in each block. */
export function proveAddress({ blocks }: World, person: Person, email: string): void {
  person.proved.add(email)
  for (const block of blocks) blocks.add(block.replace(` ${mailboxKey(email)} `, ` ${person.key} `))
}

/** Whether an employer blocks the sender: signed out, also as the person who proved the address. */
export const isRefused = (world: World, sent: Sent): boolean => {
  const owner = [...world.people.values()].find(({ proved }) => proved.has(sent.email))
  const persons =
    sent.proof === 'none' ? [sent.email, mailboxKey(sent.email), ...(owner ? [owner.key] : [])] : []
  return [blockKey(world, sent), ...persons.map((key) => `${sideOf(sent.posting)} ${key}`)].some(
    (key) => world.blocks.has(`${key} poster`),
  )
}

/** The employer in a block: the organization, or the address of a poster without an account. */
export const sideOf = ({ team, contact }: Posting): string => (team === 'nobody' ? contact : team)

/** Both may block; what the sender wants decides who reads. */
export const blockOf = (world: World, application: Sent): 'sender' | 'poster' | undefined =>
  (['sender', 'poster'] as const).find((side) =>
    world.blocks.has(`${blockKey(world, application)} ${side}`),
  )

/**
 * The sender wants the employer to read nothing; an account wants so, too, of what was typed in its
 * name before.
 */
export const isHidden = (world: World, application: Application): boolean =>
  blockOf(world, application) === 'sender' ||
  world.blocks.has(`${sideOf(application.posting)} ${senderOf(world, application).key} sender`)

/** Whether an application is its sender's own beyond doubt. */
export const isProved = ({ proof }: Application): boolean => proof !== 'none'

/** Who may read what the sender wrote. */
export const readsWords = (world: World, application: Application, reader: Person): boolean => {
  if (reader.key === application.by || owns(reader, application.email)) return true
  const { posting } = application
  const isOpen =
    !application.isWithdrawn && !isRemoved(posting) && blockOf(world, application) !== 'sender'
  return hires(reader, posting) && isOpen
}

/** The poster's side of a posting, also one without an account. */
const hires = (reader: Person, posting: Posting): boolean =>
  readsPosting(reader, posting) || (posting.team === 'nobody' && reader.email === posting.contact)

/** Who may read what the poster wrote: the team, and the mailbox that the answer went to. */
export const readsAnswer = (application: Application, reader: Person): boolean =>
  hires(reader, application.posting) ||
  owns(reader, application.email) ||
  (isProved(application) && reader.key === application.by)

export const opensCv = (world: World, application: Application, reader: Person): boolean => {
  if (reader.key === application.by) return true
  if (owns(reader, application.email) && isProved(application)) return true
  const { posting } = application
  return (
    hires(reader, posting) &&
    !application.isWithdrawn &&
    !isRemoved(posting) &&
    blockOf(world, application) !== 'sender'
  )
}

/** Who may read an address. */
export function readsAddress(world: World, address: string, reader: Person): boolean {
  if (owns(reader, address)) return true
  const owner = [...world.people.values()].find((person) => owns(person, address))
  if (owner && owner.team === reader.team && owner.team !== 'nobody') return true
  if (
    world.invitations.some(
      (invitation) => invitation.email === address && invitation.team === reader.team,
    )
  )
    return true
  // Whoever posts under the name may object to a seat.
  if (
    world.seatRequests.some(({ by }) => owns(world.person(by), address)) &&
    (reader.kind === 'hirer' || reader.kind === 'admin')
  )
    return true
  if (world.postings.some((posting) => posting.contact === address && isTogether(reader, posting)))
    return true
  return world.applications.some((application) => {
    const { posting } = application
    if (application.email === address)
      return (
        hires(reader, posting) &&
        showsSender(world, application) &&
        !application.isWithdrawn &&
        !isRemoved(posting)
      )
    const isSender = owns(reader, application.email) || reader.key === application.by
    const isShown = application.showsPoster ?? !isConfidential(posting)
    return isSender && isShown && posting.contact === address
  })
}

const showsSender = (world: World, application: Application): boolean =>
  application.showsSender && blockOf(world, application) !== 'sender'

/** Whether a posting may stand in public under its name. */
export function isAccepted(world: World, posting: Posting): boolean {
  const key = nameKey(posting.company)
  return (
    posting.accepted.has(key) ||
    (isConfidential(posting) && world.team(posting.team).marks.size > 0) ||
    speaksFor(world, posting)
  )
}

/** Whether the posting's team may use its name for something new. */
export function speaksFor(world: World, { company, team: key }: Posting): boolean {
  const team = world.team(key)
  const kind = team.grants.get(nameKey(company))
  const owner = ownerOfName(world, company)
  // What was accepted before counts for nothing new while somebody else owns the name.
  return kind !== undefined && (kind !== 'accepted' || owner === undefined || owner === team)
}

/** Why nobody finds a physician for a posting now; undefined where somebody may. */
export function whyHidden(
  world: World,
  by: Person,
  posting: Posting,
  physician: Person,
): string | undefined {
  const profile = world.profiles.get(physician.key)
  // All names under which the organization hires.
  const names = [
    world.team(posting.team).name,
    ...world.postings.flatMap(({ team, company }) => (team === posting.team ? [company] : [])),
  ].map(nameKey)
  const blocks = [physician.key, physician.email, ...physician.proved].map(
    (key) => `${sideOf(posting)} ${key}`,
  )
  const reasons: [boolean, string][] = [
    [!profile?.isFound, 'did not ask to be found'],
    [physician.isSuspended || physician.isDeleted, 'is suspended, or has left'],
    [!physician.proved.has(physician.email), 'has not proved the address'],
    [
      !managesPosting(by, posting) || !(posting.isPublic || posting.status === 'active'),
      'is looked for without a live posting',
    ],
    [isConfidential(posting), 'is looked for by an employer that does not say its name'],
    [!speaksFor(world, posting), 'is looked for under a name that nobody granted'],
    [isFirm(world, posting.team) && !profile?.toFirms, 'is hidden from firms'],
    [profile?.hidesState ?? false, 'is hidden from the state'],
    [
      names.includes(nameKey(world.team(profile?.employer ?? 'nobody').name)),
      'works for this employer',
    ],
    [
      blocks.some((key) => world.blocks.has(`${key} sender`) || world.blocks.has(`${key} poster`)),
      'is blocked, or blocks',
    ],
    [
      world.offers.some(
        ({ team, to, state }) =>
          team === posting.team && to === physician.key && state === 'declined',
      ),
      'has declined',
    ],
  ]
  return reasons.find(([isSo]) => isSo)?.[1]
}

const isFirm = (world: World, team: string): boolean =>
  [...world.people.values()].some((person) => person.team === team && person.role === 'recruiter')

const isConfidential = ({ company }: Posting): boolean =>
  nameKey(company).startsWith('confidential')

/** The team that owns a name, if one does. */
export const ownerOfName = (world: World, name: string) =>
  [...world.teams.values()].find((team) => team.grants.get(nameKey(name)) === 'own')
