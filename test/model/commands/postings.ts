import { posting as formOf, publicPost } from '#test/posting-forms.ts'
import { called, isOk, type Pick, type Steps } from '../command.ts'
import { decide } from './moderation.ts'
import { manageTokenOf, readStatus } from '../looks.ts'
import { managesPosting, ownerOfName } from '../rules.ts'
import type { Person, Posting } from '../state.ts'
import { lookalike, type World } from '../world.ts'

/** What posters do about their postings. */

export const maxPostings = 4

export const postings = {
  post: (world, pick) => {
    const by = pick(posters(world))
    if (!by || world.postings.length >= maxPostings) return undefined
    const company = pick(namesFor(world, by))?.name ?? ''
    return {
      words: `${by.key} posts under "${company}"`,
      run: async () => void (await post(world, by, company)),
    }
  },

  'post under the own name': (world, pick) => {
    const by = pick(posters(world).filter(({ team }) => world.team(team).marks.size > 0))
    if (!by || world.postings.length >= maxPostings) return undefined
    const company = world.team(by.team).name
    return {
      words: `${by.key} posts under "${company}"`,
      run: async () => void (await post(world, by, company)),
    }
  },

  'post under another’s name': (world, pick) => {
    const by = pick(posters(world))
    const owner = pick(
      [...world.teams.values()].filter(({ key, marks }) => key !== by?.team && marks.size > 0),
    )
    if (!by || !owner || world.postings.length >= maxPostings) return undefined
    const company = owner.name
    return {
      words: `${by.key} posts under "${company}", and mo approves it`,
      run: async () => {
        const posting = await post(world, by, company)
        if (posting?.status === 'pending') await decide(world, posting, 'approve')
      },
    }
  },

  'post by a file': (world, pick) => {
    const by = pick(posters(world))
    if (!by || world.postings.length >= maxPostings) return undefined
    const company = pick(namesFor(world, by))?.name ?? ''
    return {
      words: `${by.key} posts under "${company}" by a CSV file`,
      run: async () => {
        const title = `Hospitalist ${world.newMark()}`
        const csv = `Job Title,Company,Specialty,City,State,Job Description,Type\n${title},${company},${inFile}`
        const read = (
          await called(world, by.caller.post('/api/job-postings/csv/preview', { csv }))
        ).json<{ mapping: string[] }>()
        const answer = await called(
          world,
          by.caller.post('/api/job-postings/csv', { csv, mapping: read.mapping }),
        )
        const { created = [] } = answer.json<{ created?: { id: string }[] }>()
        for (const { id } of created)
          await readStatus(
            world,
            addPosting(world, { id, title, company, status: 'pending', contact: by.email }, by),
          )
      },
    }
  },

  'post confidentially': (world, pick) => {
    const by = pick(posters(world))
    if (!by || world.postings.length >= maxPostings) return undefined
    return {
      words: `${by.key} posts confidentially`,
      run: async () => void (await post(world, by, confidential)),
    }
  },

  'post without an account': (world) => {
    if (
      world.postings.length >= maxPostings ||
      world.postings.some(({ team }) => team === 'nobody')
    )
      return undefined
    const { email } = world.person('poster')
    return {
      words: 'poster posts without an account',
      run: async () => {
        const company = `Fir ${world.mark.toUpperCase()} Clinic`
        const body = publicPost({
          title: `Internist ${world.newMark()}`,
          company,
          contactEmail: email,
        })
        const answer = await called(world, world.visitor.post('/employers/post', body))
        if (!isOk(answer)) return
        const { job } = answer.json<{ job: { id: string; status: string } }>()
        addPosting(
          world,
          { id: job.id, title: body.title, company, status: job.status, contact: email },
          world.person('poster'),
        )
      },
    }
  },

  edit: (world, pick) => {
    const posting = pick(
      world.postings.filter(({ status, team }) => status !== 'removed' && team !== 'nobody'),
    )
    const by = posting && pick(posters(world).filter((person) => managesPosting(person, posting)))
    if (!posting || !by) return undefined
    const company = pick([...namesFor(world, by), { name: confidential }])?.name ?? ''
    return {
      words: `${by.key} edits ${posting.alias}: now under "${company}"`,
      touches: [posting],
      run: async () => {
        const url = `/api/job-postings/${posting.id}`
        const { updatedAt } = (await by.caller.get(url)).json<{ updatedAt: string }>()
        await called(world, by.caller.put(url, { company, updatedAt }))
      },
    }
  },

  close: (world, pick) => managed(world, pick, 'closes', ['active'], { isActive: false }),
  activate: (world, pick) =>
    managed(world, pick, 'activates', ['inactive', 'expired', 'pending', 'rejected'], {
      isActive: true,
    }),

  'open again within the hour': (world, pick) => {
    const closedWith = (posting: Posting) =>
      world.applications.some(
        ({ posting: about, move }) => about === posting && move?.isByOutcome && !move.isDue,
      )
    return managed(world, pick, 'activates', ['inactive'], { isActive: true }, closedWith)
  },

  renew: (world, pick) => {
    const posting = pick(world.postings.filter(({ team }) => team !== 'nobody'))
    const by = posting && pick(posters(world).filter((person) => managesPosting(person, posting)))
    if (!posting || !by) return undefined
    return {
      words: `${by.key} renews ${posting.alias}`,
      touches: [posting],
      run: async () =>
        void (await called(world, by.caller.post(`/api/job-postings/${posting.id}/renew`))),
    }
  },

  'remove own': (world, pick) => {
    const posting = pick(
      world.postings.filter(({ team, status }) => team !== 'nobody' && status !== 'removed'),
    )
    const by = posting && pick(posters(world).filter((person) => managesPosting(person, posting)))
    if (!posting || !by) return undefined
    return {
      words: `${by.key} removes ${posting.alias}`,
      touches: [posting],
      run: async () => {
        const answer = await called(world, by.caller.delete(`/api/job-postings/${posting.id}`))
        if (isOk(answer)) posting.status = 'removed'
      },
    }
  },

  'close by link': (world) =>
    byLink(world, 'closes', (posting) => ({ isActive: posting.status !== 'active' })),

  'claim by the manage link': (world, pick) => {
    const posting = world.postings.find(
      ({ team, status }) => team === 'nobody' && status !== 'removed',
    )
    const token = posting && manageTokenOf(world)
    const by = pick(posters(world))
    if (!posting || token === undefined || !by) return undefined
    return {
      words: `${by.key} claims ${posting.alias} by its link`,
      touches: [posting],
      run: async () => {
        const answer = await called(
          world,
          by.caller.post(`/api/manage-posting/claim?token=${token}`),
        )
        if (isOk(answer))
          world.wrong(
            'Nobody claims what was not posted from their address.',
            `${by.key} got ${posting.alias}`,
          )
      },
    }
  },

  'ask for manage links': (world, pick) => {
    const victim = pick([...world.active('hirer'), world.person('poster')])
    if (!victim) return undefined
    return {
      words: `stranger asks for the manage links of ${victim.email}`,
      run: async () => {
        const ask = async (email: string) =>
          called(world, world.from('stranger').post('/api/manage-posting/links', { email }))
        const [seen, nobody] = await Promise.all([
          ask(victim.email),
          ask(`nobody.${world.newMark()}@mail.test`),
        ])
        if (seen.statusCode !== nobody.statusCode || seen.body !== nobody.body)
          world.wrong(
            'A stranger’s answers do not differ by whether somebody exists.',
            `manage links: ${seen.body} ${nobody.body}`,
          )
      },
    }
  },

  'open the manage link': (world) => {
    const posting = world.postings.find(({ team }) => team === 'nobody')
    const token = posting && manageTokenOf(world)
    if (!posting || token === undefined || posting.isConfirmed) return undefined
    return {
      words: `poster confirms the contact of ${posting.alias} by its link`,
      touches: [posting],
      run: async () => {
        const answer = await called(
          world,
          world.visitor.post(`/api/manage-posting/confirmation?token=${token}`),
        )
        posting.isConfirmed = isOk(answer)
        if (isOk(answer)) world.linked.add(posting.contact)
      },
    }
  },
} satisfies Steps

const confidential = 'Confidential employer'
/** With terms, without which nobody is invited. */
const description = 'Call is 1 in 5. See patients in clinic four days a week.'
const inFile = 'Internal Medicine,Denver,CO,A long description of the position.,Full Time'

const posters = (world: World): Person[] =>
  world.active('hirer').filter(({ seat }) => seat !== 'reader')

type Named = { name: string }

/** Names that somebody might post under: the own one, others', and what looks like them. */
function namesFor(world: World, by: Person): Named[] {
  const own = world.team(by.team).name
  const others = [...world.teams.values()]
    .filter(({ key, name }) => key !== by.team && name !== '')
    .map(({ name }) => name)
  const verified = others.filter((name) => ownerOfName(world, name))
  return [own, ...others, ...verified.map(lookalike), own, own].map((name) => ({ name }))
}

export async function post(
  world: World,
  by: Person,
  company: string,
): Promise<Posting | undefined> {
  const title = `Hospitalist ${world.newMark()}`
  const answer = await called(
    world,
    by.caller.post(
      '/api/job-postings',
      formOf({ title, company, contactEmail: by.email, description }),
    ),
  )

  if (!isOk(answer)) return undefined
  const { id, status } = answer.json<{ id: string; status: string }>()
  return addPosting(world, { id, title, company, status, contact: by.email }, by)
}

type Added = { [key in 'id' | 'title' | 'company' | 'status' | 'contact']: Posting[key] }

export function addPosting(world: World, added: Added, by: Person): Posting {
  const posting: Posting = {
    ...added,
    alias: `P${world.postings.length + 1}`,
    owner: by.key,
    team: by.team,
    isPublic: false,
    wasPublic: false,
    accepted: new Set<string>(),
    moderatedIn: null,
    isRemovalTold: false,
    holds: new Set<string>(),
    manage: null,
    isConfirmed: by.id !== null,
  }
  world.postings.push(posting)
  world.touched.add(posting)
  return posting
}

function managed(
  world: World,
  pick: Pick,
  verb: string,
  from: string[],
  body: object,
  fits: (posting: Posting) => boolean = () => true,
) {
  const { postings } = world
  const posting = pick(
    postings.filter((some) => from.includes(some.status) && some.team !== 'nobody' && fits(some)),
  )
  const by = posting && pick(posters(world).filter((person) => managesPosting(person, posting)))
  if (!posting || !by) return undefined
  return {
    words: `${by.key} ${verb} ${posting.alias}`,
    touches: [posting],
    run: async () => {
      const answer = await called(world, by.caller.put(`/api/job-postings/${posting.id}`, body))
      if (!isOk(answer) || verb !== 'activates') return
      // What came with the end of the posting, and has not been told, is taken back.
      for (const application of world.applications)
        if (
          application.posting === posting &&
          application.move?.isByOutcome &&
          !application.move.isDue
        )
          Object.assign(application, { move: null, stage: 'reviewing' })
    },
  }
}

function byLink(world: World, verb: string, body: (posting: Posting) => object) {
  const posting = world.postings.find(
    ({ team, status }) => team === 'nobody' && status !== 'removed',
  )
  const token = posting && manageTokenOf(world)
  if (!posting || token === undefined) return undefined
  return {
    words: `poster ${posting.status === 'active' ? verb : 'opens'} ${posting.alias} by its link`,
    touches: [posting],
    run: async () =>
      void (await called(
        world,
        world.visitor.put(`/api/manage-posting?token=${token}`, body(posting)),
      )),
  }
}
