import { sql } from 'kysely'
import { enqueueTask, defineTask } from '#platform/server/tasks/task.ts'
import { runTasks } from '../../mailbox.ts'
import { called, type Steps } from '../command.ts'
import { isProved, isRemoved } from '../rules.ts'
import type { World } from '../world.ts'
import { open } from './applying.ts'

/** Time passes by moving dates back in the tables. */

export const time = {
  'a minute passes': (world) => ({
    words: 'a minute passes, and what waits is done',
    run: async () => pass(world, '1 minute'),
  }),

  'an hour passes': (world) => ({
    words: 'more than an hour passes',
    run: async () => {
      tellMoves(world)
      await pass(world, '70 minutes')
    },
  }),

  'the clock jumps': (world) => ({
    words: 'the clock jumps by more than an hour, before anything that is due is done',
    run: async () => {
      // The tasks that tell them run in a step without the expectation.
      for (const posting of world.postings) posting.isRemovalTold ||= isRemoved(posting)
      endHours(world)
      await shift(world, '70 minutes')
    },
  }),

  'a day passes': (world) => ({
    words: 'a day passes, with its daily notices',
    run: async () => {
      tellMoves(world)
      await pass(world, '25 hours')
      await enqueueTask(world.site.db, defineTask({ name: 'send-daily-notices' }), {})
      await enqueueTask(world.site.db, defineTask({ name: 'watch-unanswered-applications' }), {})
      await runTasks(world.site)
    },
  }),

  'a crowd writes': (world, pick) => {
    const posting = pick(open(world).filter(({ isConfirmed }) => isConfirmed))
    if (!posting || world.isCrowded) return undefined
    return {
      words: `sixty-four strangers write about ${posting.alias}`,
      touches: [posting],
      run: async () => {
        world.isCrowded = true
        for (let round = 0; round < 8; round++)
          await Promise.all(
            Array.from({ length: 8 }, async () => {
              const email = `crowd.${world.newMark()}@mail.test`
              const body = {
                name: 'Crowd',
                email,
                message: 'Please answer soon.',
                jobId: posting.id,
              }
              await called(world, world.from(email).post('/api/job-inquiry', body))
            }),
          )
      },
    }
  },
} satisfies Steps

function tellMoves(world: World): void {
  for (const posting of world.postings.filter((some) => isRemoved(some) && !some.isRemovalTold)) {
    posting.isRemovalTold = true
    for (const application of world.applications.filter(
      (sent) => sent.posting === posting && !sent.isWithdrawn,
    ))
      if (isProved(application))
        world.expectMail(application.email, /removed/i, `${posting.alias} was removed`)
  }
  endHours(world)
}

/** The hour in which a move can be taken back. */
function endHours({ applications }: World): void {
  for (const application of applications.filter(({ move }) => move !== null)) {
    application.wasDue = true
    if (application.move) application.move.isDue = true
  }
}

const dates: Readonly<Record<string, readonly string[]>> = {
  inquiries: [
    'created_at',
    'read_at',
    'answered_at',
    'closed_at',
    'sender_wrote_at',
    'poster_wrote_at',
    'reminded_at',
  ],
  mails: ['created_at'],
  daily_notices: ['noticed_at'],
}

async function pass(world: World, span: string): Promise<void> {
  await shift(world, span)
  await runTasks(world.site)
}

async function shift(world: World, span: string): Promise<void> {
  const { db } = world.site
  for (const [table, columns] of Object.entries(dates)) {
    const moved = columns.map(
      (column) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${span}::interval`,
    )
    await sql`update ${sql.table(table)} set ${sql.join(moved)}`.execute(db)
  }
  await sql`update pgboss.job set start_after = start_after - ${span}::interval where state in ('created', 'retry')`.execute(
    db,
  )
}
