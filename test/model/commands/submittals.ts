import { called, isOk, type Pick, type Plan, type Steps } from '../command.ts'
import { ownerOfName } from '../rules.ts'
import type { Application, Posting } from '../state.ts'
import { nameKey, type World } from '../world.ts'
import { applying, remember } from './applying.ts'
import { post } from './postings.ts'
import { teams } from './teams.ts'

/** What a search firm asks of physicians whom it knows, and what they answer. */

export const submittals = {
  'the firm asks to present': (world, pick) => {
    const thread = pick(threadsOfFirm(world))
    const clients = clientsOf(world)
    const allowing = clients.filter((posting) => isAllowed(world, posting))
    const posting = pick([...allowing, ...allowing, ...clients])
    if (!thread || !posting) return undefined
    return {
      words: `finn asks ${thread.by} to be presented for ${posting.alias}`,
      touches: [posting, thread.posting],
      run: async () => ask(world, thread, posting),
    }
  },

  'the firm asks an applicant': (world, pick) => {
    const firm = teams['the firm posts for a hospital'](world, pick)
    const by = pick(world.active('physician'))
    const refuses = pick([true, false])
    if (!firm || !by) return undefined
    const end = refuses ? ', and is refused' : ''
    return {
      ...firm,
      words: `${firm.words}, to whom ${by.key} writes; the hospital posts, and finn asks${end}`,
      run: async () => {
        await firm.run()
        const own = world.postings.findLast(({ team }) => team === 'firm')
        const owner = world
          .active('hirer')
          .find(({ team, seat }) => seat === 'owner' && world.team(team).name === own?.company)
        const client = own && owner && (await post(world, owner, own.company))
        if (!own || !client) return
        // The look after this step decides.
        own.isPublic = own.status === 'active'
        await applying.apply(world, choose(by, own))?.run()
        const thread = threadsOfFirm(world).find(({ posting }) => posting === own)
        if (thread) await ask(world, thread, client)
        if (refuses) await answered(world, (list) => list.at(-1), false)?.run()
      },
    }
  },

  'consent to the firm': (world, pick) => answered(world, pick, true),
  'refuse the firm': (world, pick) => answered(world, pick, false),
} satisfies Steps

/** Those of a list that are meant, or else the first one. */
const choose =
  (...meant: unknown[]): Pick =>
  (list) =>
    list.find((one) => meant.includes(one)) ?? list[0]

const isThere = (world: World): boolean => {
  const { team, isSuspended, isDeleted } = world.person('finn')
  return team === 'firm' && !isSuspended && !isDeleted
}

const threadsOfFirm = (world: World): Application[] =>
  world.applications.filter(
    ({ posting, proof, id, isWithdrawn }) =>
      isThere(world) && posting.team === 'firm' && proof === 'account' && id !== '' && !isWithdrawn,
  )

const clientsOf = (world: World): Posting[] =>
  world.postings.filter(({ team, isPublic }) => isPublic && ['alder', 'birch'].includes(team))

/** The owner of the name has allowed the firm. */
const isAllowed = (world: World, { company }: Posting): boolean =>
  world.team('firm').grants.get(nameKey(company)) === 'client' &&
  ownerOfName(world, company) !== undefined

async function ask(world: World, { id, by }: Application, posting: Posting): Promise<void> {
  const mark = world.newMark()
  const answer = await called(
    world,
    world.person('finn').caller.post('/api/submittals', {
      jobId: posting.id,
      message: `A calm physician: ${mark}`,
      physician: { inquiryId: id },
    }),
  )
  if (!isOk(answer)) return
  if (!isAllowed(world, posting))
    world.wrong(
      'A firm presents only where the owner of the name allows it.',
      `${by} for ${posting.alias}`,
    )
  world.submittals.push({ posting, to: by, mark, state: 'asked' })
  world.keep(mark, (reader) => reader.key === by || reader.key === 'finn')
}

type Asked = { invitations: { id: string; jobId: string; firm: string | null; state: string }[] }

function answered(world: World, pick: Pick, consents: boolean): Plan | undefined {
  const given = pick(
    world.submittals.filter(({ state, to }) => {
      const { isSuspended, isDeleted } = world.person(to)
      return state === 'asked' && !isSuspended && !isDeleted
    }),
  )
  if (!given) return undefined
  const { posting, to, mark } = given
  const by = world.person(to)
  return {
    words: `${to} ${consents ? 'lets' : 'does not let'} the firm present them for ${posting.alias}`,
    touches: [posting],
    run: async () => {
      const { invitations } = (
        await called(world, by.caller.get('/api/profile/invitations'))
      ).json<Asked>()
      const own = invitations.find(({ jobId, firm }) => jobId === posting.id && firm !== null)
      if (!own) {
        world.wrong('A physician sees every step of a submittal.', `${to}, ${posting.alias}`)
        return
      }
      const url = `/api/profile/invitations/${own.id}/answer`
      const answer = await called(world, by.caller.post(url, { message: null, consents }))
      if (!isOk(answer)) return
      given.state = consents ? 'consented' : 'refused'
      const { inquiryId: id, isKnown } = answer.json<{
        inquiryId: string | null
        isKnown: boolean
      }>()
      if (id !== null && !consents)
        world.wrong('Nobody is presented without consent.', `${to} for ${posting.alias}`)
      if (id === null || isKnown) return
      const name = `${to} Example`
      remember(world, { by, name, posting, email: by.email, text: mark, proof: 'account', id })
      const page = await called(world, by.caller.get(`/api/applications/${id}`))
      if (!page.body.includes('"presentedBy":"'))
        world.wrong('A physician sees every step of a submittal.', `${to}, ${posting.alias}`)
    },
  }
}
