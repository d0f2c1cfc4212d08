import { posting as formOf } from '#test/posting-forms.ts'
import { called, isOk, type Pick, type Plan, type Steps } from '../command.ts'
import { worksFor } from '../rules.ts'
import { moderation } from './moderation.ts'
import { addPosting, maxPostings } from './postings.ts'

/** What an organization's own systems do by keys. */

export const keys = {
  'make a key': (world, pick): Plan | undefined => {
    const by = pick(world.active('hirer').filter(({ seat }) => seat === 'owner'))
    const scope = pick(['applications', 'postings'] as const)
    if (!by || !scope) return undefined
    return {
      words: `${by.key} makes a key for ${scope}`,
      run: async () => {
        const body = { name: `Our ${scope}`, scope }
        const answer = await called(world, by.caller.post('/api/connections/keys', body))
        if (isOk(answer))
          world.keys.push({
            ...answer.json<{ id: string; secret: string }>(),
            scope,
            by: by.key,
            team: by.team,
            isRevoked: false,
          })
      },
    }
  },

  'suspend a maker beside another owner': (world, pick) => {
    const owners = world.active('hirer').filter(({ seat }) => seat === 'owner')
    const by = pick(owners.filter(({ team }) => team === 'alder' || team === 'birch'))
    const other = world.active('hirer').find((person) => person.team === by?.team && person !== by)
    if (!by || !other) return undefined
    const chosen: Pick = (list) => list.find((item) => item === by) ?? list[0]
    const suspended = moderation.suspend(world, chosen)
    return {
      words: `${by.key} makes ${other.key} an owner, too, and a key, and is suspended`,
      touches: suspended?.touches ?? [],
      run: async () => {
        const url = `/api/organization/members/${other.id}`
        if (!isOk(await called(world, by.caller.put(url, { seat: 'owner' })))) return
        other.seat = 'owner'
        await keys['make a key'](world, chosen)?.run()
        await suspended?.run()
      },
    }
  },

  'revoke a key': (world, pick) => {
    const key = pick(world.keys.filter(({ isRevoked }) => !isRevoked))
    const by = pick(
      world.active('hirer').filter(({ team, seat }) => team === key?.team && seat === 'owner'),
    )
    if (!key || !by) return undefined
    return {
      words: `${by.key} revokes a key of ${key.by}`,
      run: async () => {
        const answer = await called(world, by.caller.delete(`/api/connections/${key.id}`))
        if (isOk(answer)) key.isRevoked = true
      },
    }
  },

  'post by a key': (world, pick) => {
    const key = pick(world.keys.filter(({ scope }) => scope === 'postings'))
    const company = pick([...world.teams.values()].filter(({ name }) => name !== ''))?.name
    if (!key || company === undefined || world.postings.length >= maxPostings) return undefined
    return {
      words: `a program of ${key.by} posts under "${company}"`,
      run: async () => {
        const title = `Hospitalist ${world.newMark()}`
        const by = world.person(key.by)
        const answer = await called(
          world,
          world.site.app.inject({
            method: 'PUT',
            url: `/api/v1/postings/REQ-${world.newMark()}`,
            headers: { authorization: `Bearer ${key.secret}` },
            payload: formOf({ title, company }),
          }),
        )
        if (!isOk(answer)) return
        if (!worksFor(world, key))
          world.wrong('A key works as long as its maker may.', `a key of ${key.by} posted`)
        const { id, status } = answer.json<{ id: string; status: string }>()
        addPosting(world, { id, title, company, status, contact: by.email }, by)
      },
    }
  },
} satisfies Steps
