import { sql } from 'kysely'
import { called, isOk, type Plan, type Steps } from '../command.ts'
import { readMails } from '../looks.ts'
import { receiver } from '../receiver.ts'
import { applying } from './applying.ts'

/** What an organization's own systems hear by hooks, on a real HTTP server. */

export const hooks = {
  'add a hook': (world, pick) => {
    const owners = world.active('hirer').filter(({ seat }) => seat === 'owner')
    const by = pick(owners.filter(({ team }) => world.postings.some((some) => some.team === team)))
    if (!by) return undefined
    return {
      words: `${by.key} adds a hook`,
      run: async () => {
        const url = 'https://hooks.mail.test/in'
        const answer = await called(world, by.caller.post('/api/connections/hooks', { url }))
        if (!isOk(answer)) return
        const { id } = answer.json<{ id: string }>()
        // Nothing leads to a private address, where the tests' server is.
        await sql`update hooks set url = ${`${await receiver()}/${id}`} where id = ${id}`.execute(
          world.site.db,
        )
        const settled = new Set(world.applications)
        world.hooks.push({ id, team: by.team, isGone: false, heard: new Set(), settled })
      },
    }
  },

  'delete a hook': (world, pick) => {
    const hook = pick(world.hooks.filter(({ isGone }) => !isGone))
    const by = pick(
      world.active('hirer').filter(({ team, seat }) => team === hook?.team && seat === 'owner'),
    )
    if (!hook || !by) return undefined
    return {
      words: `${by.key} deletes a hook`,
      run: async () => {
        const answer = await called(world, by.caller.delete(`/api/connections/${hook.id}`))
        if (isOk(answer)) hook.isGone = true
      },
    }
  },

  'apply and withdraw': (world, pick): Plan | undefined => {
    const applied = applying.apply(world, pick)
    if (!applied) return undefined
    return {
      ...applied,
      words: `${applied.words}, and withdraws before a hook hears of it`,
      run: async () => {
        const before = world.applications.length
        await applied.run()
        // What was mailed until now could still be read.
        await readMails(world)
        world.newMails = []
        const sent = world.applications[before]
        if (sent)
          await applying.withdraw(world, (list) => list.find((item) => item === sent))?.run()
      },
    }
  },
} satisfies Steps
