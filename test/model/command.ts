import fc from 'fast-check'
import type { LightMyRequestResponse } from 'fastify'
import { callerOf, type Caller } from '../sign-in.ts'
import type { Posting } from './state.ts'
import type { World } from './world.ts'

/** What a command is, and how a sequence of them is drawn. */

/** A step that is possible now: a sentence for people, and the calls. */
export type Plan = { words: string; touches?: Posting[]; run: () => Promise<unknown> }

/** Chooses one of a list by what was drawn. Undefined from an empty list. */
export type Pick = <T>(list: readonly T[]) => T | undefined

/** Undefined: it makes no sense now. */
type Step = (world: World, pick: Pick) => Plan | undefined

type Checked = (world: World) => Promise<void>

/** What does not fit is drawn in vain, so more is drawn than done. */
const maxSteps = 16

class Command implements fc.AsyncCommand<World, World> {
  private words: string | undefined
  private readonly name: string
  private readonly step: Step
  private readonly drawn: readonly number[]
  private readonly verify: Checked

  constructor(name: string, step: Step, drawn: readonly number[], verify: Checked) {
    this.name = name
    this.step = step
    this.drawn = drawn
    this.verify = verify
  }

  check = (world: Readonly<World>): boolean =>
    world.log.length < maxSteps && this.plan(world as World) !== undefined

  async run(world: World): Promise<void> {
    const plan = this.plan(world)
    if (!plan) return
    this.words = plan.words
    world.log.push(plan.words)
    world.blocksBefore = new Set(world.blocks)
    world.since = new Date(Date.now() - 5)
    world.touched = new Set(plan.touches)
    await plan.run()
    await this.verify(world)
  }

  private plan(world: World): Plan | undefined {
    let next = 0
    return this.step(world, (list) => list[(this.drawn[next++] ?? 0) % Math.max(1, list.length)])
  }

  toString = (): string => this.words ?? this.name;

  /** Each attempt has its own words. */
  [fc.cloneMethod] = (): Command => new Command(this.name, this.step, this.drawn, this.verify)
}

export type Steps = Readonly<Record<string, Step>>

/** How often a command is drawn; otherwise twice. */
const often: Readonly<Record<string, number>> = {
  post: 5,
  'post under the own name': 6,

  approve: 4,
  apply: 4,
  'apply with a CV': 3,
  'apply again': 4,
  'claim a name': 4,
  'an hour passes': 3,
  'apply in spite of a block': 6,
  'block a sender who applies again': 3,
  'apply signed out': 3,
  'open again within the hour': 6,
  'block a sender': 3,
  'block an employer': 3,
  'apply as somebody': 4,
  'delete an account': 1,
  'a crowd writes': 3,
  propose: 3,
  suspend: 4,
  write: 4,
  'accept a time': 5,
  'ask for a seat': 4,
  'decide a seat': 6,
  'take a seat': 6,
  'the firm posts on': 4,
  'the firm posts for a hospital': 4,
  'allow a firm': 3,
  'add a hook': 5,
  'delete a hook': 4,
  'suspend an organization': 3,
  'make a key': 4,
  'post by a key': 3,
  'fill a profile': 5,
  'hide the profile': 4,
  'decline an invitation': 4,
  'be found by all': 4,
  'be found by no firm': 4,
  'the firm looks in vain': 6,
  'suspend a maker beside another owner': 4,
  'be found elsewhere': 4,
  'be invited, and decline': 4,
  'share the ownership': 3,
  'the firm asks an applicant': 6,
  'consent to the firm': 5,
  'refuse the firm': 5,
  'look for candidates': 3,
  'invite candidates': 6,
  'sign up': 1,
  'choose daily notices': 1,
  'remove own': 1,
  unmark: 1,
}

const drawn = fc.array(fc.nat(59), { minLength: 6, maxLength: 6 })

/** Sequences of these commands; each is checked after each step. */
export const sequencesOf = (steps: Steps, verify: Checked, maxCommands: number) =>
  fc.commands(
    Object.entries(steps).flatMap(([name, step]) => {
      const command = drawn.map((numbers) => new Command(name, step, numbers, verify))
      return Array.from({ length: often[name] ?? 2 }, () => command)
    }),
    { maxCommands, size: 'max' },
  )

/** The answer of a call that must not fail in the server. */
export async function called(
  world: World,
  call: Promise<LightMyRequestResponse>,
): Promise<LightMyRequestResponse> {
  const answer = await call
  if (answer.statusCode >= 500)
    world.wrong('No call fails in the server.', `${answer.statusCode} ${answer.body.slice(0, 200)}`)
  return answer
}

/** The session of an answer's cookie. */
export function callerFrom(
  { site }: World,
  { headers }: LightMyRequestResponse,
): Caller | undefined {
  const lines = [headers['set-cookie'] ?? []].flat()
  const cookie = lines.find((line) => line.startsWith('__Host-session='))?.split(';')[0]
  return cookie === undefined ? undefined : callerOf(site.app, { cookie })
}

export const isOk = ({ statusCode }: { statusCode: number }): boolean =>
  statusCode >= 200 && statusCode < 300
