import { sql } from 'kysely'
import { deliver } from '#features/connections/server/hooks.ts'
import { serverForTest } from '../for-test.ts'
import { isHidden, isProved, isRemoved } from './rules.ts'
import type { Application, Hook, Posting, TeamKey } from './state.ts'
import type { World } from './world.ts'

/** What hooks tell to a real HTTP server, and whether they may. */

type Told = {
  type: string
  data: { postingId?: string; applicationId?: string; messageId?: string }
}

const received: { path: string; id: string; body: Told }[] = []
let origin: Promise<string> | undefined
export const receiver = () =>
  (origin ??= serverForTest((request, response) => {
    void request.toArray().then((chunks: Buffer[]) => {
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Told
      received.push({
        path: request.url ?? '',
        id: String(request.headers['webhook-id']),
        body,
      })
      response.writeHead(204).end()
    })
  }))

/** The teams that a posting has had. */
const teamsOf = new WeakMap<Posting, Set<TeamKey>>()

/** Sends all that waits, also what waits for another try, and holds it against the model. */
export async function hearHooks(world: World): Promise<void> {
  for (const posting of world.postings)
    teamsOf.set(posting, (teamsOf.get(posting) ?? new Set()).add(posting.team))
  const { db, settings } = world.site
  await sql`update hook_deliveries set due_at = now() where due_at is not null`.execute(db)
  for (const { id } of world.hooks)
    await deliver({ ...settings, db, publicUrl: '', explicit: true }, id)
  for (const { path, id, body } of received.splice(0)) {
    const hook = world.hooks.find((some) => path === `/${some.id}`)
    if (hook) judge(world, hook, id, body)
  }
  for (const hook of world.hooks)
    for (const application of world.applications) expectHeard(world, hook, application)
}

function judge(world: World, hook: Hook, id: string, { type, data }: Told): void {
  const seen = (sentence: string, about = type) =>
    world.wrong(sentence, `a hook of ${hook.team} hears of ${about}`)
  if (hook.isGone) seen('A hook that is deleted hears nothing.')
  if (world.team(hook.team).isSuspended) seen('A hook hears nothing during a suspension.')
  const { postingId, applicationId, messageId } = data
  const posting = world.postings.find((some) => some.id === postingId)
  if (posting && !teamsOf.get(posting)?.has(hook.team))
    seen('A hook hears only what belongs to its organization.', posting.alias)
  const application = world.applications.find((some) => some.id === applicationId)
  if (application && isClosed(world, application))
    seen('A hook hears of nothing that the inbox hides.', application.alias)
  const event =
    type === 'message.received' || type === 'application.received'
      ? [type, applicationId, messageId].join(' ')
      : id
  for (const word of new Set([id, event])) {
    if (hook.heard.has(word)) seen('A hook hears of an event once.')
    hook.heard.add(word)
  }
}

const isClosed = (world: World, application: Application): boolean =>
  application.isWithdrawn || isRemoved(application.posting) || isHidden(world, application)

/** Of each application once, as soon as the model knows it by its id. */
function expectHeard(world: World, hook: Hook, application: Application): void {
  const { id, posting, alias, isMerged } = application
  if (id === '' || hook.settled.has(application)) return
  hook.settled.add(application)
  const isDue =
    !hook.isGone &&
    !isMerged &&
    isProved(application) &&
    !isClosed(world, application) &&
    posting.team === hook.team &&
    teamsOf.get(posting)?.size === 1 &&
    !world.team(hook.team).isSuspended
  if (isDue && !hook.heard.has(['application.received', id, undefined].join(' ')))
    world.wrong('A hook hears of each application.', `one of ${hook.team}, of ${alias}`)
}
