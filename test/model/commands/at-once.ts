import type { Pick, Steps } from '../command.ts'
import type { World } from '../world.ts'
import { applying } from './applying.ts'
import { moderation } from './moderation.ts'
import { postings } from './postings.ts'
import { teams } from './teams.ts'

/** Two calls at the same moment, of which the order does not matter to what the model remembers. */

const pairs = [
  [moderation.approve, moderation.suspend],
  [moderation.approve, moderation['suspend an organization']],
  [moderation.approve, moderation.unmark],
  [moderation.approve, teams['stop a firm']],
  [moderation.suspend, postings.activate],
  [moderation['suspend an organization'], postings.activate],
  [moderation['remove by moderator'], postings.close],
  [teams['take down what uses a name'], postings.renew],
  [applying['apply as somebody'], applying['apply again']],
  [applying['apply after a stranger'], applying['apply as somebody']],
] as const

export const atOnce = {
  'two at once': (world: World, pick: Pick) => {
    const plans = pick(pairs)?.map((step) => step(world, pick)) ?? []
    const [first, second] = plans
    if (!first || !second) return undefined
    return {
      words: `at the same moment: ${first.words}, and ${second.words}`,
      touches: [...(first.touches ?? []), ...(second.touches ?? [])],
      run: async () => void (await Promise.all([first.run(), second.run()])),
    }
  },
} satisfies Steps
