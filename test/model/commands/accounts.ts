import { callerFrom, called, isOk, type Steps } from '../command.ts'
import { readMails, readOneMail } from '../looks.ts'
import { proveAddress } from '../rules.ts'
import type { Person } from '../state.ts'
import type { World } from '../world.ts'
import { byAdmin } from './moderation.ts'
import { tokenFor } from './teams.ts'

/** What people do about their accounts, and time. */

export const accounts = {
  'confirm an address': (world, pick) => {
    const person = pick(world.all('physician').filter(({ email, proved }) => !proved.has(email)))
    if (!person || person.isSuspended) return undefined
    return {
      words: `${person.key} confirms the address by the mailed link`,
      run: async () => {
        await called(world, person.caller.post('/api/auth/verify-email/resend'))
        await readMails(world)
        const token = tokenFor(world, person.email, /verify\?token=([\w-]+)/)
        const answer = await called(
          world,
          person.caller.put('/api/auth/links', { purpose: 'verify-email', token }),
        )
        if (isOk(answer)) proveAddress(world, person, person.email)
      },
    }
  },

  'sign up': (world) => {
    const guest = world.person('guest')
    if (guest.id !== null || guest.isDeleted) return undefined
    return {
      words: 'guest signs up as a physician with the own address',
      run: async () => {
        const body = {
          firstName: 'guest',
          lastName: 'Example',
          email: guest.email,
          password: 'a long and odd password',
          role: 'physician',
        }
        const answer = await called(world, world.visitor.post('/api/auth/register', body))
        const caller = callerFrom(world, answer)
        if (!isOk(answer) || !caller) return
        const { id } = (await caller.get('/api/auth/user')).json<{ id: string }>()
        Object.assign(guest, { id, caller, kind: 'physician', role: 'physician', team: 'nobody' })
      },
    }
  },

  'change an address': (world, pick) => {
    const person = pick(world.active('physician').filter(({ email, proved }) => proved.has(email)))
    if (!person || person.proved.size > 1) return undefined
    return {
      words: `${person.key} changes the address`,
      run: async () => {
        const email = world.address(`${person.key}.new`)
        const answer = await called(world, person.caller.post('/api/account/address', { email }))
        if (!isOk(answer)) return
        await readMails(world)
        const token = tokenFor(world, email, /account\/address\?token=([\w-]+)/)
        const changed = await called(
          world,
          person.caller.put('/api/auth/links', { purpose: 'change-email', token }),
        )
        if (!isOk(changed)) return
        // What the account sent goes with it, also what it sent by the form and a mailed link.
        for (const application of world.applications)
          if (application.by === person.key && application.proof !== 'none')
            Object.assign(application, { email, proof: 'account' })
        proveAddress(world, person, email)
        person.email = email
      },
    }
  },

  'delete an account': (world, pick) => {
    const person = pick([
      ...world.active('physician'),
      ...world
        .active('hirer')
        .filter(({ seat, team }) => seat !== 'owner' || team.startsWith('solo:')),
    ])
    if (!person) return undefined
    return {
      words: `${person.key} deletes the account`,
      touches: world.postings.filter(({ owner }) => owner === person.key),
      run: async () => {
        const answer = await called(world, person.caller.delete('/api/account', {}))
        if (!isOk(answer)) return
        const owner = [...world.people.values()].find(
          (other) => other.team === person.team && other.seat === 'owner' && other !== person,
        )
        for (const posting of world.postings.filter(({ owner: key }) => key === person.key))
          if (owner)
            Object.assign(posting, {
              owner: owner.key,
              contact: posting.contact === person.email ? owner.email : posting.contact,
            })
        // What was typed at an address that nobody proved is not the account's.
        for (const application of world.applications)
          if (
            application.by === person.key &&
            (application.proof !== 'none' || person.proved.has(application.email))
          )
            application.isWithdrawn = true
        for (const waiting of world.waiting.filter(({ email }) => person.proved.has(email)))
          world.waiting.splice(world.waiting.indexOf(waiting), 1)
        Object.assign(person, { isDeleted: true, caller: world.visitor })
      },
    }
  },

  'erase an address': (world, pick) => {
    const known = new Set([...world.applications.map((sent) => sent.email), ...posters(world)])
    const person = pick(
      [world.person('guest'), world.person('poster')].filter(
        ({ id, email }) => id === null && known.has(email),
      ),
    )
    if (!person) return undefined
    const { email } = person
    return {
      words: `admin erases what is stored of ${person.key}, who has no account`,
      touches: world.postings,
      run: async () => {
        const body = { email, requestedBy: 'person' }
        if (
          !isOk(await called(world, world.person('admin').caller.post('/api/admin/erasures', body)))
        )
          return
        for (const application of world.applications)
          if (application.email === email) application.isWithdrawn = true
        // Their postings end, and nobody is behind them.
        for (const posting of world.postings)
          if (posting.contact === email)
            Object.assign(posting, { status: 'removed', contact: '', isConfirmed: false })
        world.linked.delete(email)
        const others = world.waiting.filter((waiting) => waiting.email !== email)
        world.waiting.splice(0, world.waiting.length, ...others)
      },
    }
  },

  'choose daily notices': (world, pick) => {
    const person = pick([...world.active('hirer'), ...world.active('physician')])
    if (!person) return undefined
    return {
      words: `${person.key} ${person.isDaily ? 'wants messages at once' : 'chooses one notice a day'}`,
      run: async () => {
        const answer = await called(
          world,
          person.caller.put('/api/notices', { daily: !person.isDaily }),
        )
        if (isOk(answer)) person.isDaily = !person.isDaily
      },
    }
  },

  reinstate: (world, pick) => {
    const person = pick(
      [...world.people.values()].filter(({ isSuspended, isDeleted }) => isSuspended && !isDeleted),
    )
    if (!person) return undefined
    return {
      words: `admin reinstates ${person.key}, who signs in by a mailed link`,
      touches: world.postings,
      run: async () => {
        if (!(await byAdmin(world, person.key, 'reinstate', {}))) return
        person.isSuspended = false
        for (const posting of world.postings) posting.holds.delete(`suspended ${person.key}`)
        await signInByMail(world, person)
      },
    }
  },
} satisfies Steps

const posters = ({ postings }: World): string[] =>
  postings.flatMap(({ team, contact }) => (team === 'nobody' ? contact : []))

async function signInByMail(world: World, person: Person): Promise<void> {
  await called(
    world,
    world.visitor.post('/api/auth/links', { purpose: 'sign-in', email: person.email }),
  )
  const token = /auth\/link\?token=([\w-]+)/.exec(await readOneMail(world, person.email))?.[1] ?? ''
  const answer = await called(
    world,
    world.visitor.put('/api/auth/links', { purpose: 'sign-in', token }),
  )
  person.caller = callerFrom(world, answer) ?? world.visitor
  // The link proves the address.
  if (isOk(answer)) proveAddress(world, person, person.email)
  if (!isOk(answer)) world.wrong('Who is reinstated can sign in.', `${person.key}: ${answer.body}`)
}
