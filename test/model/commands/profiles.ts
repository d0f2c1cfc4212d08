import { called, isOk, type Pick, type Plan, type Steps } from '../command.ts'
import { managesPosting, speaksFor, whyHidden } from '../rules.ts'
import type { Person, Posting, Profile } from '../state.ts'
import type { World } from '../world.ts'
import { remember } from './applying.ts'
import { teams } from './teams.ts'

/** What physicians say of themselves, and who finds them by it. */

/** A specialty for each, which tells their profiles apart. */
const trained = [
  ['ada', 'Cardiology', 'Cardiologist'],
  ['ben', 'Dermatology', 'Dermatologist'],
  ['cleo', 'Neurology', 'Neurologist'],
  ['guest', 'Urology', 'Urologist'],
] as const
/** Where all postings of the model are. */
const state = 'CO'

export const profiles = {
  'fill a profile': (world, pick) => {
    const by = pick(world.active('physician'))
    const employer = pick(['nobody', 'nobody', 'alder', 'birch'])
    if (!by || employer === undefined) return undefined
    return {
      words: `${by.key} fills the profile, as somebody of ${employer}`,
      run: async () => fill(world, by, employer),
    }
  },

  'be found': (world, pick) => {
    const by = pick(physiciansWith(world))
    const [toFirms, showsName] = [pick([false, true]) ?? false, pick([false, true]) ?? false]
    const hidesState = pick([false, false, true]) ?? false
    if (!by) return undefined
    const words = [toFirms && 'by firms too', showsName && 'by name', hidesState && 'not nearby']
    return {
      words: [`${by.key} wants to be found`, ...words.filter(Boolean)].join(', '),
      run: async () => find(world, by, { isFound: true, toFirms, showsName, hidesState }),
    }
  },

  'be found by all': (world, pick) => foundFrom(world, pick, 'by all', { toFirms: true }),
  'be found by no firm': (world, pick) => foundFrom(world, pick, 'by no firm', {}),
  'be found elsewhere': (world, pick) =>
    foundFrom(world, pick, 'elsewhere', { toFirms: true, hidesState: true }),

  'the firm looks in vain': (world, pick) => {
    const firm = teams['the firm posts for a hospital'](world, pick)
    const hidden = foundFrom(world, pick, 'by no firm', {})
    if (!firm || !hidden) return undefined
    return {
      ...firm,
      words: `${firm.words}; ${hidden.words}, and finn looks for candidates`,
      run: async () => {
        await firm.run()
        await hidden.run()
        const own = world.postings.findLast(({ team }) => team === 'firm')
        if (own) await lookFor(world, world.person('finn'), own)
      },
    }
  },

  'hide the profile': (world, pick) => {
    const by = pick(physiciansWith(world).filter(({ key }) => world.profiles.get(key)?.isFound))
    if (!by) return undefined
    return { words: `${by.key} hides`, run: async () => find(world, by, unfound) }
  },

  'look for candidates': (world, pick) => {
    const by = pick(world.active('hirer'))
    const posting = pick(world.postings.filter(({ team }) => team !== 'nobody'))
    if (!by || !posting) return undefined
    return {
      words: `${by.key} looks for candidates for ${posting.alias}`,
      run: async () => void (await lookFor(world, by, posting)),
    }
  },

  'invite candidates': inviting,

  'be invited, and decline': (world, pick) => {
    const invited = inviting(world, pick)
    if (!invited) return undefined
    return {
      ...invited,
      words: `${invited.words}, and one of them declines`,
      run: async () => {
        await invited.run()
        await answered(world, (list) => list.at(-1), false)?.run()
      },
    }
  },

  'answer an invitation': (world, pick) => answered(world, pick, true),
  'decline an invitation': (world, pick) => answered(world, pick, false),
} satisfies Steps

const unfound: Profile = {
  isFound: false,
  toFirms: false,
  showsName: false,
  hidesState: false,
  employer: 'nobody',
  shown: '',
  secret: '',
}

function inviting(world: World, pick: Pick): Plan | undefined {
  const posting = pick(world.postings.filter(({ team, isPublic }) => team !== 'nobody' && isPublic))
  const by =
    posting && pick(world.active('hirer').filter((person) => managesPosting(person, posting)))
  if (!posting || !by) return undefined
  return {
    words: `${by.key} invites who is found for ${posting.alias}`,
    touches: [posting],
    run: async () => {
      for (const { physician, id } of await lookFor(world, by, posting))
        await offer(world, by, posting, { physician, id })
    },
  }
}

/** Also of somebody who has no profile yet. */
function foundFrom(
  world: World,
  pick: Pick,
  words: string,
  finding: Partial<Finding>,
): Plan | undefined {
  const by = pick(world.active('physician'))
  if (!by) return undefined
  const isFilled = world.profiles.has(by.key)
  return {
    words: `${by.key} ${isFilled ? '' : 'fills the profile, and '}wants to be found ${words}`,
    run: async () => {
      if (!isFilled) await fill(world, by, 'nobody')
      await find(world, by, { ...unfound, isFound: true, ...finding })
    },
  }
}

async function fill(world: World, by: Person, employer: Profile['employer']): Promise<void> {
  const [shown, secret] = [world.newMark(), world.newMark()]
  const fields = {
    specialty: trained.flatMap(([key, specialty]) => (key === by.key ? [specialty] : [])),
    sentence: [`Calm clinics: ${shown}`],
    languages: [secret],
    ...(employer !== 'nobody' && { employer: [world.team(employer).name] }),
  }
  const body = { fields, shown: ['specialty', 'sentence'] }
  if (!isOk(await called(world, by.caller.put('/api/profile', body)))) return
  for (const mark of [shown, secret]) world.keep(mark, (reader) => reader.key === by.key)
  const before = world.profiles.get(by.key) ?? unfound
  world.profiles.set(by.key, { ...before, employer, shown, secret })
  await everybodyLooks(world)
}

const physiciansWith = (world: World): Person[] =>
  world.active('physician').filter(({ key }) => world.profiles.has(key))

type Finding = { [Key in 'isFound' | 'toFirms' | 'showsName' | 'hidesState']: Profile[Key] }

async function find(world: World, by: Person, finding: Finding): Promise<void> {
  const { isFound, toFirms, showsName, hidesState } = finding
  const answer = await called(
    world,
    by.caller.put('/api/profile/finding', {
      isOn: isFound,
      toFirms,
      showsName,
      hiddenStates: hidesState ? [state] : [],
    }),
  )
  const profile = world.profiles.get(by.key)
  if (isOk(answer) && profile) Object.assign(profile, { isFound, toFirms, showsName, hidesState })
  await everybodyLooks(world)
}

/** Whoever has a public posting. */
async function everybodyLooks(world: World): Promise<void> {
  for (const posting of world.postings) {
    const owner = world.active('hirer').find(({ key }) => key === posting.owner)
    if (owner && posting.isPublic) await lookFor(world, owner, posting)
  }
}

type Found = { physician: Person; id: string }
type Listed = { candidates: { id: string; name: string | null; headline: string }[] }

/** Holds the list against what the physicians chose, and their log against the list. */
async function lookFor(world: World, by: Person, posting: Posting): Promise<Found[]> {
  const url = `/api/job-postings/${posting.id}/candidates`
  const answer = await called(world, by.caller.get(url))
  const { candidates = [] } = answer.json<Partial<Listed>>()
  const found = candidates.flatMap(({ id, name, headline }) => {
    const [key] = trained.find(([, , word]) => headline.startsWith(word)) ?? []
    if (key === undefined) return []
    const physician = world.person(key)
    const why = whyHidden(world, by, posting, physician)
    if (why !== undefined)
      world.wrong(foundOnly, `${by.key} finds ${key} for ${posting.alias}, who ${why}`)
    if (name !== null && !world.profiles.get(key)?.showsName)
      world.wrong(foundOnly, `${by.key} reads the name of ${key}`)
    return [{ physician, id }]
  })
  for (const physician of physiciansWith(world)) {
    const isListed = found.some((some) => some.physician === physician)
    // What was only accepted needs an organization of its own; the teams have one.
    const isLive = posting.isPublic && posting.status === 'active'
    const isCertain =
      isLive && ['alder', 'birch'].includes(posting.team) && hasGrant(world, posting)
    if (!isListed && isCertain && whyHidden(world, by, posting, physician) === undefined)
      world.wrong(
        'Whoever asks to be found is found.',
        `${by.key} does not find ${physician.key} for ${posting.alias}: ${answer.statusCode}`,
      )
  }
  for (const { physician, id } of found) await openOne(world, by, posting, { physician, id })
  return found
}

const hasGrant = (world: World, { team, company }: Posting): boolean =>
  world.team(team).name === company && world.team(team).marks.size > 0

async function openOne(world: World, by: Person, posting: Posting, found: Found): Promise<void> {
  const { physician, id } = found
  const { statusCode, body } = await called(
    world,
    by.caller.get(`/api/job-postings/${posting.id}/candidates/${id}`),
  )
  const profile = world.profiles.get(physician.key)
  if (statusCode !== 200 || !profile) return
  for (const text of [profile.secret, physician.email, physician.id ?? '-'])
    if (body.includes(text)) world.wrong(foundOnly, `${by.key} reads ${text} of ${physician.key}`)
  const { views } = (await physician.caller.get('/api/profile/views')).json<{
    views: { employer: string; kind: string }[]
  }>()
  for (const kind of ['listed', 'opened'])
    if (!views.some((view) => view.employer === posting.company && view.kind === kind))
      world.wrong(
        'Every view of a profile is logged.',
        `${physician.key} does not see that ${posting.company} ${kind} the profile`,
      )
}

const foundOnly = 'Nobody finds who did not ask to be found, and reads only what is shown.'

async function offer(world: World, by: Person, posting: Posting, found: Found): Promise<void> {
  const { physician, id } = found
  const mark = world.newMark()
  const answer = await called(
    world,
    by.caller.post(`/api/job-postings/${posting.id}/candidates/${id}/invitation`, {
      message: `Please meet us: ${mark}`,
    }),
  )
  if (!isOk(answer)) return
  if (world.offers.some((some) => some.posting === posting && some.to === physician.key))
    world.wrong('An invitation comes once for a posting.', `${physician.key}, ${posting.alias}`)
  world.offers.push({ posting, team: posting.team, to: physician.key, state: 'open' })
  world.keep(
    mark,
    (reader) => reader.key === physician.key || (reader.kind === 'hirer' && reader.key === by.key),
  )
  if (!physician.isDaily)
    world.expectMail(physician.email, /invites you/, `${by.key} invited ${physician.key}`)
}

type Invited = { invitations: { id: string; jobId: string; state: string }[] }

function answered(world: World, pick: Pick, isWanted: boolean): Plan | undefined {
  const open = world.offers.filter(({ state: now, to }) => {
    const { isSuspended, isDeleted } = world.person(to)
    return now === 'open' && !isSuspended && !isDeleted
  })
  const given = pick(open)
  if (!given) return undefined
  const { posting, to } = given
  const by = world.person(to)
  return {
    words: `${to} ${isWanted ? 'answers' : 'declines'} the invitation to ${posting.alias}`,
    touches: [posting],
    run: async () => {
      const { invitations } = (
        await called(world, by.caller.get('/api/profile/invitations'))
      ).json<Invited>()
      const own = invitations.find(({ jobId }) => jobId === posting.id)
      if (!own) {
        world.wrong('An invitation is there for who got it.', `${to}, ${posting.alias}`)
        return
      }
      if (own.state === 'open' && !(posting.status === 'active' && speaksFor(world, posting)))
        world.wrong('An invitation ends with its posting and its name.', `${to}, ${posting.alias}`)
      const mark = world.newMark()
      const answer = await called(
        world,
        by.caller.post(`/api/profile/invitations/${own.id}/answer`, {
          message: isWanted ? `I would like to: ${mark}` : null,
        }),
      )
      if (!isOk(answer)) return
      given.state = isWanted ? 'accepted' : 'declined'
      await everybodyLooks(world)
      const { inquiryId: id } = answer.json<{ inquiryId: string | null }>()
      if (id === null) return
      const name = `${to} Example`
      remember(world, { by, name, posting, email: by.email, text: mark, proof: 'account', id })
    },
  }
}
