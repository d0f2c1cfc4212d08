import { setTimeout } from 'node:timers/promises'
import fc from 'fast-check'
import type { TestApp } from '../app.ts'
import { sequencesOf, type Steps } from './command.ts'
import { accounts } from './commands/accounts.ts'
import { applying } from './commands/applying.ts'
import { atOnce } from './commands/at-once.ts'
import { hooks } from './commands/hooks.ts'
import { keys } from './commands/keys.ts'
import { moderation } from './commands/moderation.ts'
import { postings } from './commands/postings.ts'
import { profiles } from './commands/profiles.ts'
import { submittals } from './commands/submittals.ts'
import { teams } from './commands/teams.ts'
import { threads } from './commands/threads.ts'
import { time } from './commands/time.ts'
import * as invariants from './invariants.ts'
import { look, type Look } from './looks.ts'
import { newWorld, type World } from './world.ts'

/** Runs sequences of commands, and checks each step. */

const all = {
  ...accounts,
  ...applying,
  ...atOnce,
  ...hooks,
  ...keys,
  ...moderation,
  ...postings,
  ...profiles,
  ...submittals,
  ...teams,
  ...threads,
  ...time,
} satisfies Steps

/** What a run found: the steps, the sentence, and what was seen. */
export class Found extends Error {
  readonly steps: readonly string[]
  readonly sentence: string

  constructor(sentence: string, seen: readonly string[], steps: readonly string[]) {
    const list = steps.map((step, index) => `${index + 1}. ${step}`)
    super(
      [sentence, ...seen.slice(0, 5).map((line) => `  seen: ${line}`), 'after', ...list].join('\n'),
    )
    this.steps = steps
    this.sentence = sentence
  }
}

const isSurvey = process.env['MODEL_SURVEY'] !== undefined
/** Survey: the shortest sequence against each sentence. */
export const survey = new Map<string, { times: number; shortest: Found }>()

const sentenceOf = (name: string): string => {
  const words = name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`
}

async function verify(world: World, isDeep = false): Promise<void> {
  let wrong = violations(world, await look(world, isDeep))
  // Caches hear of a change a moment later.
  for (let wait = 0; wrong.length > 0 && wait < 2; wait++) {
    await setTimeout(150)
    wrong = violations(world, await look(world, isDeep))
  }
  for (const { sentence, seen } of wrong) fail(world, new Found(sentence, seen, [...world.log]))
  world.newMails = []
  world.expected.length = 0
  world.wrongs.length = 0
}

function violations(world: World, seen: Look): { sentence: string; seen: string[] }[] {
  const found = Object.entries(invariants).map(([name, holds]) => ({
    sentence: sentenceOf(name),
    seen: holds(world, seen),
  }))
  return [
    ...found,
    ...world.wrongs.map(({ sentence, seen: line }) => ({ sentence, seen: [line] })),
  ].filter(({ seen: lines }) => lines.length > 0)
}

function fail(world: World, found: Found): void {
  if (!isSurvey) throw found
  if (world.failed.has(found.sentence)) return
  world.failed.add(found.sentence)
  const before = survey.get(found.sentence)
  const shortest =
    before && before.shortest.steps.length <= found.steps.length ? before.shortest : found
  survey.set(found.sentence, { times: (before?.times ?? 0) + 1, shortest })
}

const choose = (...names: (keyof typeof all)[]): Steps =>
  Object.fromEntries(names.map((name) => [name, all[name]]))

const living = choose(
  'post under the own name',
  'apply',
  'apply with a CV',
  'apply signed out',
  'apply again',
)

/**
 * Commands that belong together, by the gate that they press on, so that what takes three of them
 * is soon drawn.
 */
const themes: Readonly<Record<string, Steps>> = {
  all,
  names: {
    ...choose(
      'post',
      'edit',
      'approve',
      'decide an edit',
      'mark',
      'unmark',
      'hand over',
      'invite',
      'accept',
      'leave',
      'reject',
    ),
    ...choose(
      'claim a name',
      'rename',
      'allow a firm',
      'stop a firm',
      'take down what uses a name',
      'undo',
      'activate',
      'close',
    ),
    ...choose(
      'two at once',
      'post by a file',
      'post under another’s name',
      'remove by moderator',
      'suspend an organization',
      'reinstate an organization',
    ),
    ...choose('ask for a seat', 'decide a seat', 'take a seat'),
  },
  seats: choose(
    'post',
    'the firm posts on',
    'suspend an organization',
    'post under the own name',
    'post under another’s name',
    'mark',
    'unmark',
    'claim a name',
    'allow a firm',
    'stop a firm',
    'ask for a seat',
    'decide a seat',
    'take a seat',
  ),
  merges: {
    ...living,
    ...choose(
      'post under the own name',
      'post',
      'merge postings',
      'undo a merge',
      'approve',
      'reject',
      'remove by moderator',
      'undo',
      'hand over',
    ),
    ...choose(
      'answer',
      'withdraw',
      'suspend',
      'reinstate',
      'leave',
      'confirm by link',
      'leave a CV by form',
    ),
  },
  holds: {
    ...choose(
      'post under the own name',
      'post',
      'approve',
      'reject',
      'remove by moderator',
      'undo',
      'release',
      'activate',
      'close',
    ),
    ...choose(
      'suspend',
      'reinstate',
      'suspend an organization',
      'reinstate an organization',
      'hand over',
      'leave',
    ),
    ...choose('invite', 'accept', 'change a seat', 'renew', 'two at once', 'post by a file'),
  },
  senders: {
    ...living,
    ...choose(
      'leave a CV by form',
      'confirm by link',
      'apply as somebody',
      'upload CVs as somebody',
      'withdraw',
      'sign up',
    ),
    ...choose('send a confirmed CV', 'apply after a stranger', 'erase an address'),
    ...choose(
      'move to closed',
      'an hour passes',
      'confirm an address',
      'change an address',
      'ask for a link as somebody',
    ),
  },
  reach: {
    ...living,
    ...choose(
      'post confidentially',
      'post without an account',
      'open the manage link',
      'approve',
      'answer',
      'write',
      'propose',
    ),
    ...choose(
      'block a sender',
      'block an employer',
      'unblock a sender',
      'unblock an employer',
      'show an address',
      'note',
    ),
    ...choose(
      'show the employer’s address',
      'accept a time',
      'remove by moderator',
      'undo',
      'withdraw',
      'apply as somebody',
    ),
    ...choose(
      'send a confirmed CV',
      'claim by the manage link',
      'erase an address',
      'an hour passes',
      'apply in spite of a block',
    ),
    ...choose('block a sender who applies again'),
  },
  profiles: {
    ...choose(
      'post under the own name',
      'post under another’s name',
      'fill a profile',
      'be found',
      'be found by all',
      'be found by no firm',
      'the firm looks in vain',
      'be found elsewhere',
      'be invited, and decline',
      'hide the profile',
      'look for candidates',
      'invite candidates',
      'answer an invitation',
      'decline an invitation',
    ),
    ...choose(
      'apply',
      'block an employer',
      'unblock an employer',
      'close',
      'unmark',
      'stop a firm',
      'allow a firm',
      'the firm posts for a hospital',
      'suspend',
      'suspend an organization',
      'delete an account',
      'confirm an address',
      'leave',
    ),
  },
  submittals: {
    ...living,
    ...choose(
      'the firm asks an applicant',
      'the firm asks to present',
      'consent to the firm',
      'refuse the firm',
      'stop a firm',
      'close',
      'withdraw',
      'block an employer',
      'move to closed',
      'an hour passes',
      'suspend',
      'suspend an organization',
      'delete an account',
    ),
  },
  keys: {
    ...living,
    ...choose(
      'add a hook',
      'delete a hook',
      'apply and withdraw',
      'make a key',
      'suspend a maker beside another owner',
      'revoke a key',
      'post by a key',
      'approve',
      'answer',
      'withdraw',
      'remove by moderator',
      'block an employer',
      'unblock an employer',
      'show an address',
      'apply as somebody',
    ),
    ...choose(
      'invite',
      'accept',
      'leave',
      'suspend',
      'reinstate',
      'suspend an organization',
      'reinstate an organization',
      'delete an account',
      'share the ownership',
    ),
  },
  accounts: {
    ...living,
    ...choose(
      'answer',
      'write',
      'propose',
      'accept a time',
      'suspend',
      'reinstate',
      'choose daily notices',
      'a day passes',
    ),
    ...choose(
      'delete an account',
      'leave',
      'sign up',
      'confirm an address',
      'change an address',
      'send a confirmed CV',
      'say they are one person',
    ),
  },
  moves: {
    ...living,
    ...choose(
      'move to closed',
      'move to hired',
      'move back',
      'say what became of it',
      'close',
      'activate',
      'an hour passes',
    ),
    ...choose(
      'close as filled',
      'open again within the hour',
      'the clock jumps',
      'a minute passes',
      'answer',
      'propose',
      'accept a time',
      'cancel an interview',
    ),
  },
  mail: {
    ...living,
    ...choose(
      'a crowd writes',
      'answer',
      'write',
      'propose',
      'accept a time',
      'ask for other times',
      'cancel an interview',
    ),
    ...choose(
      'a minute passes',
      'an hour passes',
      'approve',
      'move to closed',
      'post without an account',
      'open the manage link',
    ),
  },
}

type Options = {
  seed: number
  numRuns: number
  seconds: number
  path: string | undefined
  theme: string | undefined
}

const maxCommands = 60
const shrinkSeconds = 40

/** @returns how many sequences ran, and the shortest one that is against a sentence. */
export async function runSequences(
  site: TestApp,
  { seed, numRuns, seconds, path, theme }: Options,
) {
  const check = async (world: World) => verify(world)
  const chosen = Object.entries(themes).flatMap(([name, steps]) =>
    theme === undefined || theme === name ? [steps] : [],
  )
  const sequence = fc.oneof(...chosen.map((steps) => sequencesOf(steps, check, maxCommands)))
  let shrinksUntil = Infinity
  const property = fc.asyncProperty(sequence, async (commands) => {
    if (Date.now() > shrinksUntil) return
    const world = await newWorld(site)
    try {
      await fc.asyncModelRun(() => ({ model: world, real: world }), commands)
      if (world.log.length > 0) await verify(world, true)
    } catch (error) {
      shrinksUntil = Math.min(shrinksUntil, Date.now() + shrinkSeconds * 1000)
      throw error
    }
  })
  const limits = { interruptAfterTimeLimit: seconds * 1000, markInterruptAsFailure: false }
  // Otherwise most sequences are short: those are left to shrinking.
  const unbiased = true
  const details = await fc.check(property, {
    seed,
    numRuns,
    unbiased,
    ...limits,
    ...(path !== undefined && { path }),
  })
  const { errorInstance: error, numRuns: runs, counterexamplePath } = details
  if (error === undefined || error === null) return { runs, found: undefined }
  if (!(error instanceof Found)) throw error
  const { sentence, steps } = error
  return {
    runs,
    found: {
      sentence,
      steps,
      message: `${error.message}\nMODEL_SEED=${seed} MODEL_PATH=${counterexamplePath}`,
    },
  }
}
