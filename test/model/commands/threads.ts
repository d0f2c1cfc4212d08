import { called, isOk, type Pick, type Plan, type Steps } from '../command.ts'
import { formOf } from '../../upload-cv.ts'
import {
  blockKey,
  blockOf,
  isRemoved,
  managesPosting,
  mentions,
  readsAnswer,
  readsWords,
  senderOf,
  sideOf,
} from '../rules.ts'
import { again } from './applying.ts'
import { findId } from '../looks.ts'
import type { Application, Person, Posting } from '../state.ts'
import type { World } from '../world.ts'

/** What posters and physicians do about an application. */

export const threads = {
  answer: (world, pick) =>
    byPoster(world, pick, 'answers', async (application, by) => {
      const mark = world.newMark()
      const answer = await message(world, by, application, mark)
      if (!isOk(answer)) return
      application.texts.push({ mark, from: 'poster', by: by.key })
      world.keep(mark, (reader) => readsAnswer(application, reader))
      const sender = senderOf(world, application)
      if (
        !sender.isDaily &&
        !sender.isSuspended &&
        !sender.isDeleted &&
        !hasBlocked(world, sender, application.posting)
      )
        world.expectMail(
          [application.email, sender.email],
          /Answer to your inquiry/,
          `${application.alias} was answered`,
        )
    }),

  write: (world, pick) =>
    bySender(world, pick, 'writes about', async (application, by) => {
      const mark = world.newMark()
      const answer = await message(world, by, application, mark)
      if (!isOk(answer)) return
      application.texts.push({ mark, from: 'sender', by: by.key })
      world.keep(mark, (reader) => readsWords(world, application, reader))
      const owner = world.person(application.posting.owner)
      if (!owner.isDaily && !owner.isSuspended)
        world.expectMail(
          [application.posting.contact, owner.email],
          mentions(application.posting),
          `${by.key} wrote`,
        )
    }),

  'move to closed': (world, pick) => moved(world, pick, 'closed'),
  'move to hired': (world, pick) => moved(world, pick, 'hired'),
  'say what became of it': (world, pick) => filled(world, pick, 'inactive'),
  'close as filled': (world, pick) => filled(world, pick, 'active'),

  'move back': (world, pick) => moved(world, pick, 'reviewing'),

  'block a sender': (world, pick) =>
    byPoster(world, pick, 'blocks the sender of', async (application, by) =>
      block(world, application, by, true),
    ),
  'block a sender who applies again': (world, pick) => {
    const application = pick(
      world.applications.filter((sent) => blockOf(world, sent) === undefined),
    )
    const next = again(world, application)
    const first = byPoster(
      world,
      pick,
      'blocks the sender of',
      async (blocked, by) => block(world, blocked, by, true),
      (sent) => sent === application,
    )
    if (!first || !next) return undefined
    const run = async () => {
      await first.run()
      await next.run()
    }
    return { ...first, words: `${first.words}, and ${next.words}`, run }
  },

  'unblock a sender': (world, pick) =>
    byPoster(
      world,
      pick,
      'unblocks the sender of',
      async (application, by) => block(world, application, by, false),
      (application) => world.blocks.has(`${blockKey(world, application)} poster`),
    ),
  'block an employer': (world, pick) =>
    bySender(world, pick, 'blocks the employer of', async (application, by) =>
      block(world, application, by, true),
    ),
  'unblock an employer': (world, pick) =>
    bySender(
      world,
      pick,
      'unblocks the employer of',
      async (application, by) => block(world, application, by, false),
      (application) => blockOf(world, application) === 'sender',
    ),

  'show an address': (world, pick) =>
    bySender(world, pick, 'shows the address in', async (application, by) => {
      const answer = await called(
        world,
        by.caller.put(`/api/threads/${application.id}`, { showsEmail: true }),
      )
      if (isOk(answer)) application.showsSender = true
    }),

  'show the employer’s address': (world, pick) =>
    byPoster(world, pick, 'shows the own address in', async (application, by) => {
      const answer = await called(
        world,
        by.caller.put(`/api/threads/${application.id}`, { showsEmail: true }),
      )
      if (isOk(answer)) application.showsPoster = true
    }),

  propose: (world, pick) =>
    byPoster(world, pick, 'proposes an interview in', async (application, by) => {
      const place = world.newMark()
      const { interview } = await detail<Interviewed>(by, `/api/inbox/${application.id}`)
      const times = [new Date(Date.now() + 10 * 86_400_000).toISOString().slice(0, 16)]
      const body = {
        act: 'propose',
        times,
        timeZone: 'America/Denver',
        minutes: 30,
        place: `Room ${place}`,
        sequence: interview?.sequence ?? null,
      }
      const answer = await called(
        world,
        by.caller.post(`/api/threads/${application.id}/interview`, body),
      )
      if (!isOk(answer)) return
      application.hasInterview = true
      world.keep(place, (reader) => readsAnswer(application, reader))
      const sender = senderOf(world, application)
      if (!sender.isDaily && !sender.isSuspended && !hasBlocked(world, sender, application.posting))
        world.expectMail(
          [application.email, sender.email],
          /interview/i,
          `an interview was proposed in ${application.alias}`,
        )
    }),

  'accept a time': (world, pick) => answered(world, pick, true),
  'ask for other times': (world, pick) => answered(world, pick, false),

  'cancel an interview': (world, pick) =>
    byPoster(
      world,
      pick,
      'cancels the interview in',
      async (application, by) => {
        const { interview } = await detail<Interviewed>(by, `/api/inbox/${application.id}`)
        const body = { act: 'cancel', sequence: interview?.sequence ?? 0 }
        const answer = await called(
          world,
          by.caller.post(`/api/threads/${application.id}/interview`, body),
        )
        if (isOk(answer)) application.hasInterview = false
      },
      hasInterview,
    ),

  note: (world, pick) =>
    byPoster(world, pick, 'notes something about', async (application, by) => {
      const mark = world.newMark()
      const answer = await called(
        world,
        by.caller.post(`/api/inbox/${application.id}/notes`, { note: mark }),
      )
      const { posting } = application
      if (!isOk(answer)) return
      // Who it is about gets it with everything else that is stored.
      const isAbout = (reader: Person, url?: string) =>
        url === '/api/account/export' && reader.email === application.email
      world.keep(
        mark,
        (reader, url) =>
          isAbout(reader, url) || (reader.team === posting.team && reader.kind === 'hirer'),
      )
    }),

  'say they are one person': (world, pick) =>
    byPoster(world, pick, 'merges with another', async (application, by) => {
      const other = world.applications.find(
        (some) => some !== application && some.posting === application.posting,
      )
      const otherId = other && (await findId(world, other))
      if (!other || otherId === undefined) return
      const answer = await called(
        world,
        by.caller.put(`/api/inbox/${application.id}/person`, { otherId, isSame: true }),
      )
      if (isOk(answer)) for (const some of [application, other]) some.isMerged = true
    }),
} satisfies Steps

const isOpen = ({ isWithdrawn, stage }: Application): boolean =>
  !isWithdrawn && stage !== 'closed' && stage !== 'hired'

const hasBlocked = (world: World, { key }: Person, posting: Posting): boolean =>
  world.blocks.has(`${sideOf(posting)} ${key} sender`)

const hasInterview = (application: Application): boolean => application.hasInterview

type Interviewed = {
  interview: { sequence: number; state: string; times: string[] } | null
  version: number
}

const detail = async <T>(by: Person, url: string): Promise<T> =>
  (await by.caller.get(url)).json<T>()

/** Those of which the model knows the sender's account, or that the poster finds in the inbox. */
function byPoster(
  world: World,
  pick: Pick,
  verb: string,
  run: (application: Application, by: Person) => Promise<void>,
  fits: (application: Application) => boolean = () => true,
): Plan | undefined {
  const open = world.applications.filter(
    ({ posting, isWithdrawn }) => !isWithdrawn && !isRemoved(posting),
  )
  const application = pick(open.filter((some) => some.posting.team !== 'nobody' && fits(some)))
  const by =
    application &&
    pick(world.active('hirer').filter((person) => managesPosting(person, application.posting)))
  if (!application || !by) return undefined
  return {
    words: `${by.key} ${verb} ${application.alias}`,
    touches: [application.posting],
    run: async () => {
      const id = await findId(world, application)
      if (id === undefined) return
      application.id = id
      await run(application, by)
    },
  }
}

function bySender(
  world: World,
  pick: Pick,
  verb: string,
  run: (application: Application, by: Person) => Promise<void>,
  fits: (application: Application) => boolean = () => true,
): Plan | undefined {
  const open = world.applications.filter(
    ({ proof, isWithdrawn }) => proof === 'account' && !isWithdrawn,
  )
  const application = pick(open.filter(fits))
  const by = application && world.person(application.by)
  if (!application || !by || by.isSuspended || by.isDeleted) return undefined
  return {
    words: `${by.key} ${verb} ${application.alias}`,
    touches: [application.posting],
    run: async () => run(application, by),
  }
}

async function message(world: World, by: Person, { id }: Application, mark: string) {
  const { headers, payload } = await formOf([
    { field: 'message', content: `Please read this: ${mark}` },
  ])
  return called(
    world,
    by.caller.call({
      method: 'POST',
      url: `/api/threads/${id}/messages`,
      headers: { ...headers, accept: '*/*' },
      payload,
    }),
  )
}

function moved(
  world: World,
  pick: Pick,
  stage: 'closed' | 'hired' | 'reviewing',
): Plan | undefined {
  return byPoster(world, pick, `moves to ${stage}`, async (application, by) => {
    const { version } = await detail<Interviewed>(by, `/api/inbox/${application.id}`)
    const body = { stage, version, ...(stage === 'closed' && { reason: 'others' }) }
    const answer = await called(world, by.caller.put(`/api/inbox/${application.id}/stage`, body))
    if (!isOk(answer)) return
    application.stage = stage
    application.move = stage === 'reviewing' ? null : { stage, isDue: false }
  })
}

function filled(world: World, pick: Pick, from: 'active' | 'inactive'): Plan | undefined {
  const posting = pick(
    world.postings.filter(({ status, team }) => status === from && team !== 'nobody'),
  )
  const by =
    posting && pick(world.active('hirer').filter((person) => managesPosting(person, posting)))
  if (!posting || !by) return undefined
  const verb = from === 'active' ? 'closes' : 'says that'
  return {
    words: `${by.key} ${verb} ${posting.alias}${from === 'active' ? ',' : ' is'} filled, and closes its open applications`,
    touches: [posting],
    run: async () => {
      const url = `/api/job-postings/${posting.id}`
      if (from === 'active' && !isOk(await called(world, by.caller.put(url, { isActive: false }))))
        return
      const answer = await called(
        world,
        by.caller.put(`${url}/outcome`, { outcome: 'here', closesOpen: true }),
      )
      if (!isOk(answer)) return
      for (const application of world.applications.filter(
        (sent) => sent.posting === posting && isOpen(sent),
      )) {
        application.stage = 'closed'
        application.move = { stage: 'closed', isDue: false, isByOutcome: true }
      }
    },
  }
}

async function block(
  world: World,
  application: Application,
  by: Person,
  isBlocked: boolean,
): Promise<void> {
  const answer = await called(
    world,
    by.caller.put(`/api/threads/${application.id}`, { blocked: isBlocked }),
  )
  if (!isOk(answer)) return
  const side = by.kind === 'hirer' ? 'poster' : 'sender'
  const key = blockKey(world, application)
  if (isBlocked) world.blocks.add(`${key} ${side}`)
  else world.blocks.delete(`${key} ${side}`)
}

function answered(world: World, pick: Pick, isAccepted: boolean): Plan | undefined {
  return bySender(
    world,
    pick,
    isAccepted ? 'accepts a time in' : 'asks for other times in',
    async (application, by) => {
      const { interview } = await detail<Interviewed>(by, `/api/applications/${application.id}`)
      if (interview?.state !== 'proposed') return
      const body = {
        sequence: interview.sequence,
        ...(isAccepted ? { act: 'accept', time: interview.times[0] } : { act: 'decline' }),
      }
      const answer = await called(
        world,
        by.caller.post(`/api/threads/${application.id}/interview`, body),
      )
      if (!isOk(answer) || !isAccepted) return
      world.expectMail(by.email, /interview/i, `${by.key} accepted a time: the own calendar`)
      const colleagues = world
        .active('hirer')
        .filter((person) => managesPosting(person, application.posting))
      if (colleagues.length > 0)
        world.expectMail(
          [application.posting.contact, ...colleagues.map(({ email }) => email)],
          /interview/i,
          `${by.key} accepted a time`,
        )
    },
    hasInterview,
  )
}
