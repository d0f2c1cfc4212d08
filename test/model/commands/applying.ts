import { pdfFile } from '#test/cv-files.ts'
import { formOf, upload } from '../../upload-cv.ts'
import { called, isOk, type Plan, type Steps } from '../command.ts'
import { readMails } from '../looks.ts'
import {
  blockOf,
  isRefused,
  isRemoved,
  mentions,
  opensCv,
  owns,
  readsWords,
  senderOf,
} from '../rules.ts'
import type { Application, Person, Posting, Proof, Waiting } from '../state.ts'
import type { World } from '../world.ts'
import { tokenFor } from './teams.ts'

/** What physicians, a guest and a stranger send about postings. */

export const applying = {
  apply: (world, pick) => {
    const [by, posting] = [pick(world.active('physician')), pick(open(world))]
    const isFixed = pick([true, true, false])
    if (!by || !posting) return undefined
    return {
      words: `${by.key} applies to ${posting.alias}${isFixed ? ' with the fixed introduction' : ''}`,
      touches: [posting],
      run: async () =>
        send(world, {
          by,
          posting,
          text: isFixed ? introductionOf(world, by) : world.newMark(),
          hasCv: false,
        }),
    }
  },

  'apply with a CV': (world, pick) => {
    const [by, posting] = [pick(world.active('physician')), pick(open(world))]
    if (!by || !posting) return undefined
    return {
      words: `${by.key} applies to ${posting.alias} with the fixed introduction and a CV`,
      touches: [posting],
      run: async () => {
        const cv = world.newMark()
        const { statusCode } = await upload(by.caller, pdfFile({ text: cv }), `${cv}.pdf`)
        if (statusCode === 200)
          await send(world, { by, posting, text: introductionOf(world, by), hasCv: true, cv })
      },
    }
  },

  'apply signed out': (world, pick) => {
    const [by, posting] = [
      pick([world.person('guest'), ...world.active('physician')]),
      pick(open(world)),
    ]
    if (!by || !posting) return undefined
    return {
      words: `${by.key} applies to ${posting.alias} without signing in`,
      touches: [posting],
      run: async () =>
        sendAsVisitor(world, { by, posting, email: by.email, text: world.newMark() }),
    }
  },

  'leave a CV by form': (world, pick) => {
    const [by, posting] = [
      pick([world.person('guest'), ...world.active('physician')]),
      pick(open(world)),
    ]
    if (!by || !posting) return undefined
    return {
      words: `${by.key} sends ${posting.alias} a CV by the form, without signing in`,
      touches: [posting],
      run: async () =>
        waitFor(world, { by, posting, email: by.email, text: introductionOf(world, by) }),
    }
  },

  'confirm by link': (world, pick) => {
    const waiting = pick(world.waiting.filter(({ by }) => by !== 'stranger'))
    if (!waiting) return undefined
    return {
      words: `${waiting.by} confirms by the link of the mail: ${waiting.posting.alias}`,
      touches: [waiting.posting],
      run: async () => confirm(world, waiting),
    }
  },

  'send a confirmed CV': (world, pick) => {
    const [by, posting] = [
      pick([world.person('guest'), ...world.active('physician')]),
      pick(open(world)),
    ]
    if (!by || !posting) return undefined
    return {
      words: `${by.key} sends ${posting.alias} a CV by the form, and confirms it by the link of the mail`,
      touches: [posting],
      run: async () =>
        sendConfirmed(world, { by, posting, email: by.email, text: introductionOf(world, by) }),
    }
  },

  'apply again': (world, pick) => again(world, pick(world.applications)),

  'apply in spite of a block': (world, pick) =>
    again(
      world,
      pick(world.applications.filter((application) => blockOf(world, application) === 'poster')),
    ),

  'apply after a stranger': (world, pick) => {
    const earlier = pick(
      world.applications.filter(({ posting, by }) => posting.isPublic && by === 'stranger'),
    )
    const by = world.active('physician').find(({ email }) => email === earlier?.email)
    if (!earlier || !by) return undefined
    const { posting } = earlier
    return {
      words: `${by.key} applies to ${posting.alias} with the fixed introduction, after the stranger`,
      touches: [posting],
      run: async () => send(world, { by, posting, text: introductionOf(world, by), hasCv: false }),
    }
  },

  'apply as somebody': (world, pick) => {
    const [victim, posting] = [pick(victims(world)), pick(open(world))]
    const [isFixed, isNamed] = [pick([true, true, false]), pick([true, false])]
    if (!victim || !posting) return undefined
    const by = world.person('stranger')
    const name = isNamed ? victim.key : by.key
    return {
      words: `stranger applies to ${posting.alias} as ${name}, ${victim.email}${isFixed ? ' with the fixed introduction' : ''}`,
      touches: [posting],
      run: async () => {
        const text = isFixed ? introductionOf(world, victim) : world.newMark()
        const before = await ids(world)
        const unknown = {
          by,
          posting,
          email: `nobody.${world.newMark()}@mail.test`,
          text: world.newMark(),
        }
        const [seen, nobody] = await Promise.all([
          sendAsVisitor(world, { by, name, posting, email: victim.email, text }),
          sendAsVisitor(world, unknown),
        ])
        if (shapeOf(seen) !== shapeOf(nobody))
          world.wrong(
            sameAnswers,
            `as ${victim.email}: ${shapeOf(seen)}; as nobody: ${shapeOf(nobody)}`,
          )
        const { id } = JSON.parse(seen.body) as { id?: string }
        if (id !== undefined && before.has(id))
          world.wrong(sameAnswers, `the stranger got the id of ${victim.key}'s application`)
      },
    }
  },

  'upload CVs as somebody': (world, pick) => {
    const [victim, posting] = [pick(victims(world)), pick(open(world))]
    if (!victim || !posting) return undefined
    const by = world.person('stranger')
    return {
      words: `stranger uploads ten CVs to ${posting.alias} as ${victim.email}`,
      touches: [posting],
      run: async () => {
        const hadRoom =
          world.waiting.filter(({ email, by: key }) => email === victim.email && key !== 'stranger')
            .length < 9
        const visit = { by, posting, email: victim.email, text: introductionOf(world, victim) }
        for (let round = 0; round < 2; round++)
          await Promise.all(Array.from({ length: 5 }, async () => sendForm(world, visit)))
        if (!hadRoom) return
        const own = {
          by: victim,
          posting,
          email: victim.email,
          text: introductionOf(world, victim),
        }
        const status = await waitFor(world, own)
        if (status === 429)
          world.wrong(
            'A stranger blocks nobody’s address.',
            `${victim.email} cannot send a CV to ${posting.alias}`,
          )
      },
    }
  },

  'ask for a link as somebody': (world, pick) => {
    const victim = pick(victims(world))
    const call = pick([
      { url: '/api/auth/links', body: { purpose: 'reset-password' } },
      { url: '/api/alerts/link', body: {} },
    ])
    if (!victim || !call) return undefined
    return {
      words: `stranger asks ${call.url} for ${victim.email}`,
      run: async () => {
        const ask = (email: string) =>
          called(world, world.from('stranger').post(call.url, { ...call.body, email }))
        const [seen, nobody] = await Promise.all([
          ask(victim.email),
          ask(`nobody.${world.newMark()}@mail.test`),
        ])
        if (shapeOf(seen) !== shapeOf(nobody))
          world.wrong(sameAnswers, `${call.url}: ${shapeOf(seen)}, ${shapeOf(nobody)}`)
      },
    }
  },

  withdraw: (world, pick) => {
    const application = pick(
      world.applications.filter(({ proof, isWithdrawn }) => proof === 'account' && !isWithdrawn),
    )
    const by = application && world.person(application.by)
    if (!application || !by || by.isSuspended || by.isDeleted) return undefined
    return {
      words: `${by.key} withdraws ${application.alias}`,
      touches: [application.posting],
      run: async () => {
        const answer = await called(
          world,
          by.caller.post(`/api/applications/${application.id}/withdrawal`),
        )
        if (isOk(answer)) application.isWithdrawn = true
      },
    }
  },
} satisfies Steps

const ways = {
  account: 'signed in',
  link: 'with a CV that the mailed link confirms',
  none: 'without signing in',
}

const aStranger = 'Nobody’s application changes by what a stranger sends.'
const sameAnswers = 'A stranger’s answers do not differ by whether somebody exists.'

export const open = (world: World): Posting[] => world.postings.filter(({ isPublic }) => isPublic)
const victims = (world: World): Person[] => [
  ...world.all('physician'),
  ...world.all('physician'),
  world.person('guest'),
]

/** The words that a physician uses everywhere. */
const introductionOf = (world: World, { key }: Person): string =>
  `${world.mark}t9${[...world.people.keys()].indexOf(key)}e`

const sentence = (text: string) => `Is the position still open, and may I visit? ${text}`

/** The status and the names of what is in the answer. */
const shapeOf = ({ statusCode, body }: { statusCode: number; body: string }): string =>
  `${statusCode} ${Object.keys(JSON.parse(body) as object)
    .toSorted()
    .join(' ')}`

/** Of every application that somebody wrote. */
const ids = async (world: World) =>
  new Set(world.applications.filter(({ by }) => by !== 'stranger').map(({ id }) => id))

export function again(world: World, before: Application | undefined): Plan | undefined {
  const by = before && world.person(before.by)
  if (!before?.posting.isPublic || !by || by.isSuspended || by.isDeleted || by.key === 'stranger')
    return undefined
  if (before.proof === 'account' && by.id === null) return undefined
  const { posting, proof } = before
  return {
    words: `${by.key} applies to ${posting.alias} again, ${ways[proof]}`,
    touches: [posting],
    run: async () => {
      const visit = { by, posting, email: by.email, text: world.newMark() }
      if (proof === 'account') await send(world, { ...visit, hasCv: false })
      else if (proof === 'link') await sendConfirmed(world, visit)
      else await sendAsVisitor(world, visit)
    },
  }
}

type Sent = { by: Person; posting: Posting; text: string; hasCv: boolean; cv?: string }

async function send(world: World, { by, posting, text, hasCv, cv }: Sent): Promise<void> {
  const body = {
    name: by.key,
    email: by.email,
    message: sentence(text),
    jobId: posting.id,
    attachCv: hasCv,
  }
  const answer = await called(world, by.caller.post('/api/job-inquiry', body))
  if (!isOk(answer)) return
  const { id } = answer.json<{ id: string }>()
  remember(world, {
    by,
    posting,
    email: by.email,
    text,
    proof: 'account',
    id,
    ...(hasCv && cv !== undefined && { cv }),
  })
}

type Visit = { by: Person; name?: string; posting: Posting; email: string; text: string }

async function sendAsVisitor(world: World, { by, name = by.key, posting, email, text }: Visit) {
  const body = { name, email, message: sentence(text), jobId: posting.id }
  const answer = await called(world, world.from(by.key).post('/api/job-inquiry', body))
  if (!isOk(answer)) return answer
  if (isRefused(world, { posting, proof: 'none', email, by: by.key })) {
    // Only the mailbox learns of the block.
    world.keep(text, (reader) => owns(reader, email))
    world.expectMail(email, /WC-/, `${posting.alias} does not take what ${by.key} sent`)
  } else remember(world, { by, name, posting, email, text, proof: 'none', id: '' })
  return answer
}

/** A visitor's form with a CV, which waits for its link. */
async function waitFor(world: World, visit: Visit): Promise<number> {
  const { by, posting, email, text } = visit
  const { cv, answer } = await sendForm(world, visit)
  if (!isOk(answer)) return answer.statusCode
  await readMails(world)
  const token = decodeURIComponent(tokenFor(world, email, /inquiry\/confirm\?token=([\w.%-]+)/))
  world.waiting.push({ posting, email, by: by.key, text, cv, token })
  return answer.statusCode
}

async function sendForm(world: World, { by, posting, email, text }: Visit) {
  const cv = world.newMark()
  const fields = { name: by.key, email, message: sentence(text), jobId: posting.id }
  const parts = Object.entries(fields).map(([field, content]) => ({ field, content }))
  const { headers, payload } = await formOf([
    ...parts,
    { name: `${cv}.pdf`, content: pdfFile({ text: cv }) },
  ])
  const call = world
    .from(by.key)
    .call({ method: 'POST', url: '/api/job-inquiry/form', headers, payload })
  return { cv, answer: await called(world, call) }
}

async function sendConfirmed(world: World, visit: Visit): Promise<void> {
  if ((await waitFor(world, visit)) !== 200) return
  const waiting = world.waiting.at(-1)
  if (waiting) await confirm(world, waiting)
}

async function confirm(world: World, waiting: Waiting): Promise<void> {
  const { posting, email, by, text, cv, token } = waiting
  const answer = await called(world, world.visitor.post('/api/waiting-inquiry', { token }))
  world.waiting.splice(world.waiting.indexOf(waiting), 1)
  const isGone = answer.statusCode === 410 || answer.statusCode === 404
  if (isGone && posting.isPublic && posting.status === 'active')
    world.wrong(aStranger, `the CV that ${by} left for ${posting.alias} is gone: ${answer.body}`)
  if (!isOk(answer)) return
  world.linked.add(email)
  remember(world, { by: world.person(by), posting, email, text, cv, proof: 'link', id: '' })
}

type New = {
  by: Person
  name?: string
  posting: Posting
  email: string
  text: string
  proof: Proof
  id: string
  cv?: string
}

/** What was acknowledged: a new application, or another message of one. */
export function remember(
  world: World,
  { by, name = by.key, posting, email, text, proof, id, cv }: New,
): void {
  const isBlocked = isRefused(world, { posting, proof, email, by: by.key })
  // Whoever types a blocked address reads the usual answer; only its mailbox is told.
  if (isBlocked && proof === 'none') return world.keep(text, (reader) => reader.key === by.key)
  if (isBlocked)
    world.wrong(
      'Whoever is blocked does not write, and is told so.',
      `${by.key} wrote to ${posting.team} about ${posting.alias}`,
    )
  const others = world.applications.filter(
    (other) => other.posting === posting && other.by === by.key && !other.isWithdrawn,
  )
  // What an account and its proved address send is one application.
  const isOne = by.id !== null && by.proved.has(email)
  const earlier = others.find((other) =>
    isOne && proof !== 'none'
      ? other.proof !== 'none'
      : other.email === email && other.proof === proof && other.name === name,
  )
  const application: Application = earlier ?? {
    alias: `A${world.applications.length + 1}`,
    posting,
    by: by.key,
    name,
    email,
    proof,
    id,
    texts: [],
    cv: null,
    stage: 'new',
    isConfirmed: proof === 'link' || (proof === 'account' && by.proved.has(email)),
    isWithdrawn: false,
    isClosed: false,
    move: null,
    hasInterview: false,
    isMerged: proof !== 'none' && others.some((other) => other.proof !== 'none'),
    // Whoever has no account writes by mail.
    showsPoster: proof !== 'account' || posting.team === 'nobody' ? null : false,
    showsSender: proof !== 'account' || posting.team === 'nobody',
  }
  if (!earlier) world.applications.push(application)
  if (earlier?.move?.isDue && earlier.stage === 'closed') earlier.stage = 'new'
  if (!application.texts.some(({ mark }) => mark === text)) {
    application.texts.push({ mark: text, from: 'sender', by: by.key })
    world.keep(text, (reader) => readsWords(world, application, reader))
    expectInquiry(world, application)
  }
  if (cv === undefined) return
  application.cv = cv
  // A newer one replaces it, but for its owner.
  world.keep(
    cv,
    (reader) => reader === by || (application.cv === cv && opensCv(world, application, reader)),
  )
}

/** Its poster is mailed, unless they may not be, or want one notice a day. */
function expectInquiry(world: World, application: Application): void {
  const { posting, alias } = application
  const owner = world.person(posting.owner)
  if (
    blockOf(world, application) !== undefined ||
    isRemoved(posting) ||
    owner.isSuspended ||
    owner.isDaily
  )
    return
  world.expectMail(
    [posting.contact, owner.email],
    mentions(posting),
    `${alias} was sent by ${senderOf(world, application).key}`,
  )
}
