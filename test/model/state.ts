import type { Role } from '#shared/contract.ts'
import type { Caller } from '../sign-in.ts'

/** What the model remembers, in plain data. */

export type Seat = 'owner' | 'recruiter' | 'assigned' | 'reader'
export type PersonKey = string
/** An organization, or somebody alone: 'alder', 'solo:lone'. */
export type TeamKey = string

export type Person = {
  key: PersonKey
  /** Without an account: as a visitor. */
  caller: Caller
  /** Null without an account. */
  id: string | null
  email: string
  /** Addresses of the person that were proved at any time. */
  proved: Set<string>
  kind: 'hirer' | 'physician' | 'moderator' | 'admin' | 'stranger' | 'nobody'
  role: Role | null
  team: TeamKey
  seat: Seat
  /** As the account has it: a team of its own is called so. */
  company: string
  isSuspended: boolean
  isDeleted: boolean
  /** Has had a message at once, or has one notice a day. */
  isDaily: boolean
}

export type Team = {
  key: TeamKey
  name: string
  /** Keys of names (`nameKey`) that somebody with the right to gave it. */
  grants: Map<string, 'own' | 'client' | 'accepted'>
  /** Keys of names with the mark of a verified hospital. */
  marks: Set<string>
  isSuspended: boolean
}

export type Posting = {
  alias: string
  id: string
  title: string
  company: string
  /** Who posted it, or has it now. */
  owner: PersonKey
  team: TeamKey
  contact: string
  /** As its poster sees it. */
  status: string
  isPublic: boolean
  wasPublic: boolean
  /** Names under which somebody with the right to accepted it. */
  accepted: Set<string>
  /**
   * Whose posting it was when a moderator accepted it: who joins another team takes no names along.
   */
  moderatedIn: TeamKey | null
  holds: Set<string>
  manage: string | null
  /** Its applicants were told that it was removed. */
  isRemovalTold: boolean
  isConfirmed: boolean
}

export type Proof = 'account' | 'link' | 'none'
type Text = { mark: string; from: 'sender' | 'poster'; by: PersonKey }

export type Application = {
  alias: string
  posting: Posting
  /** Who wrote it. */
  by: PersonKey
  /** As it was typed. */
  name: string
  email: string
  proof: Proof
  /** Its sender had proved the address. */
  isConfirmed: boolean
  id: string
  texts: Text[]
  cv: string | null
  isWithdrawn: boolean
  isClosed: boolean
  showsSender: boolean
  /** Null: as long as the posting is not confidential. */
  showsPoster: boolean | null
  stage: string
  /** Told an hour later, unless it was taken back. */
  move: { stage: 'closed' | 'hired'; isDue: boolean; isByOutcome?: true } | null
  isMerged: boolean
  hasInterview: boolean
  /** A move of it was due to be told. */
  wasDue?: true
}

export type Expected = { to: readonly string[]; about: RegExp; why: string; since: Date }

export type Invitation = { email: string; by: PersonKey; team: TeamKey; seat: Seat; token: string }
/** A request for a seat in a team, by somebody whose address is in its mail domain. */
export type SeatRequest = {
  by: PersonKey
  team: TeamKey
  name: string
  state: 'open' | 'granted' | 'over'
}
/** By which a program of an organization calls as its maker. */
export type Key = {
  id: string
  secret: string
  scope: 'applications' | 'postings'
  by: PersonKey
  team: TeamKey
  isRevoked: boolean
}

/** By which an organization's own system hears of events. */
export type Hook = {
  id: string
  team: TeamKey
  isGone: boolean
  /** What it heard, each as one word. */
  heard: Set<string>
  /** Applications of which it must have heard by now, or never must. */
  settled: Set<Application>
}

/** What a physician lets employers find. */
export type Profile = {
  isFound: boolean
  toFirms: boolean
  showsName: boolean
  /** Employers with postings where all postings of the model are. */
  hidesState: boolean
  /** Where the physician works. */
  employer: TeamKey
  /** Words that employers who find the profile read, and words that nobody else reads. */
  shown: string
  secret: string
}
/** To a posting, by who found the physician. */
export type Offer = {
  posting: Posting
  team: TeamKey
  to: PersonKey
  state: 'open' | 'accepted' | 'declined'
}
/** A firm asked a physician whether it may present them to a client's posting, with these words. */
export type Submittal = {
  posting: Posting
  to: PersonKey
  mark: string
  state: 'asked' | 'consented' | 'refused'
}
export type Waiting = {
  posting: Posting
  email: string
  by: PersonKey
  text: string
  cv: string
  token: string
}
export type Decision = {
  id: string
  posting: Posting
  action: string
  before: { status: string; holds: string[] }
}

/** Two postings that a moderator made one, and the applications of the one that went. */
export type Merge = { id: string; kept: Posting; gone: Posting; applications: Application[] }

export type Mail = {
  id: string
  /** Still in the table. */
  isThere: boolean
  to: string
  subject: string
  body: string
  replyTo: string
  calendar: string
  state: string
  cause: string
  at: Date
}

/** What a sentence of the world's rules does not allow, as a command or a look saw it. */
export type Wrong = { sentence: string; seen: string }

/** `url`: where it is read; none for a mail. */
export type MayRead = (reader: Person, url?: string) => boolean
