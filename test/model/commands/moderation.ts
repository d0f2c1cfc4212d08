import { findDuplicates } from '#features/duplicates/server/service.ts'
import { called, isOk, type Pick, type Plan, type Steps } from '../command.ts'
import type { Decision, Posting, Team } from '../state.ts'
import { readStatus } from '../looks.ts'
import { markHospital, nameKey, withdrawAllNames, type World } from '../world.ts'

/** What a moderator and an administrator decide. */

const reason = 'It is not what it says.'

export const moderation = {
  approve: (world, pick) => decided(world, pick, 'approve', ['pending']),
  reject: (world, pick) => decided(world, pick, 'reject', ['pending']),
  'remove by moderator': (world, pick) =>
    decided(world, pick, 'remove', ['active', 'inactive', 'expired', 'rejected']),

  undo: (world, pick) => {
    const decision = pick(world.decisions)
    if (!decision) return undefined
    const { posting, action } = decision
    return {
      words: `mo undoes: ${action} ${posting.alias}`,
      touches: [posting],
      run: async () => {
        const answer = await called(
          world,
          world.person('mo').caller.post(`/api/admin/decisions/${decision.id}/undo`),
        )
        if (!isOk(answer)) return
        world.decisions.splice(world.decisions.indexOf(decision), 1)
        if (action === 'approve') posting.accepted.delete(nameKey(posting.company))
        if (action === 'approve') posting.moderatedIn = null
        posting.holds = new Set(decision.before.holds)
        await readStatus(world, posting)
      },
    }
  },

  'merge postings': (world, pick) => {
    const owner = pick(world.active('hirer').filter(({ key }) => twinsOf(world, key).length > 1))
    const [first, second] = owner ? twinsOf(world, owner.key) : []
    if (!first || !second) return undefined
    return {
      words: `mo merges ${first.alias} and ${second.alias}`,
      touches: [first, second],
      run: async () => {
        await findDuplicates(world.site.db)
        const { caller } = world.person('mo')
        const { pairs } = (await caller.get('/api/admin/duplicates')).json<{
          pairs: { id: string; kept: { id: string }; other: { id: string } }[]
        }>()
        const ids = new Set([first.id, second.id])
        const pair = pairs.find(({ kept, other }) => ids.has(kept.id) && ids.has(other.id))
        if (!pair) return
        const answer = await called(
          world,
          caller.post(`/api/admin/duplicates/${pair.id}/merge`, {}),
        )
        if (!isOk(answer)) return
        const [kept, gone] = pair.kept.id === first.id ? [first, second] : [second, first]
        const before = world.applications.filter(({ posting }) => posting === gone)
        await join(world, kept, gone)
        world.merges.push({ id: pair.id, kept, gone, applications: before })
      },
    }
  },

  'undo a merge': (world, pick) => {
    const merge = pick(world.merges)
    if (!merge) return undefined
    const { id, kept, gone, applications } = merge
    return {
      words: `mo parts ${kept.alias} and ${gone.alias} again`,
      touches: [kept],
      run: async () => {
        const { caller } = world.person('mo')
        const answer = await called(world, caller.delete(`/api/admin/duplicates/${id}/merge`))
        if (!isOk(answer)) return
        world.merges.splice(world.merges.indexOf(merge), 1)
        // What happened to the owner meanwhile happened to both.
        Object.assign(gone, { owner: kept.owner, team: kept.team, contact: kept.contact })
        world.postings.push(gone)
        for (const application of applications) application.posting = gone
        for (const posting of [kept, gone]) await readStatus(world, posting)
      },
    }
  },

  'decide an edit': (world, pick) => {
    const posting = pick(
      world.postings.filter(({ team, status }) => team !== 'nobody' && status !== 'removed'),
    )
    const action = pick(['approve-edit', 'reject-edit'])
    if (!posting || !action) return undefined
    return {
      words: `mo decides the edit of ${posting.alias}: ${action}`,
      touches: [posting],
      run: async () => {
        const { caller } = world.person('mo')
        const { items } = (await caller.get('/api/admin/queue?kind=edit')).json<{
          items: QueueItem[]
        }>()
        const item = items.find((queued) => queued.posting.id === posting.id)
        if (!item?.edit) return
        const company =
          item.edit.changes.find(({ label }) => /employer|company/i.test(label))?.after ??
          posting.company
        const body = {
          action,
          version: item.edit.version,
          ...(action === 'reject-edit' && { reason }),
        }
        const answer = await called(
          world,
          caller.post(`/api/admin/postings/${posting.id}/decision`, body),
        )
        if (isOk(answer) && action === 'approve-edit') accept(world, posting, company)
      },
    }
  },

  suspend: (world, pick) => {
    const hirers = world.active('hirer')
    // More often who has something to lose.
    const busy = hirers.filter(({ key }) =>
      world.applications.some(({ posting }) => posting.owner === key),
    )
    const person = pick([...busy, ...busy, ...busy, ...hirers, ...world.active('physician')])
    if (!person) return undefined
    return {
      words: `admin suspends ${person.key}`,
      touches: world.postings.filter(({ owner }) => owner === person.key),
      run: async () => {
        if (!(await byAdmin(world, person.key, 'suspend', { reason: 'spam' }))) return
        person.isSuspended = true
        if (person.proved.has(person.email))
          world.expectMail(person.email, /suspend/i, `${person.key} was suspended`)
        for (const posting of world.postings)
          if (posting.owner === person.key) posting.holds.add(`suspended ${person.key}`)
      },
    }
  },

  release: (world, pick) => {
    const posting = pick(
      world.postings.filter(({ holds, status }) => holds.size > 0 && status !== 'removed'),
    )
    if (!posting) return undefined
    return {
      words: `mo releases ${posting.alias}`,
      touches: [posting],
      run: async () => {
        const answer = await called(world, decision(world, posting, { action: 'release', reason }))
        if (isOk(answer)) posting.holds.clear()
        await readStatus(world, posting)
      },
    }
  },

  'suspend an organization': (world, pick) => {
    const team = pick(
      [...world.teams.values()].filter(
        ({ key, isSuspended }) => key !== 'nobody' && !key.startsWith('solo:') && !isSuspended,
      ),
    )
    if (!team) return undefined
    return {
      words: `admin suspends ${team.name} as a whole`,
      touches: world.postings.filter((posting) => posting.team === team.key),
      run: async () => {
        if (!(await changeTeam(world, team, 'suspend'))) return
        team.isSuspended = true
        withdrawAllNames(world, team)
        for (const posting of world.postings)
          if (posting.team === team.key) posting.holds.add(`suspended ${team.key}`)
      },
    }
  },

  'reinstate an organization': (world, pick) => {
    const team = pick([...world.teams.values()].filter(({ isSuspended }) => isSuspended))
    if (!team) return undefined
    return {
      words: `admin reinstates ${team.name}`,
      touches: world.postings,
      run: async () => {
        if (!(await changeTeam(world, team, 'reinstate'))) return
        team.isSuspended = false
        for (const posting of world.postings) posting.holds.delete(`suspended ${team.key}`)
      },
    }
  },

  unmark: (world, pick) => marked(world, pick, false),
  mark: (world, pick) => marked(world, pick, true),
} satisfies Steps

/** Postings of one account that could be one job. */
const twinsOf = (world: World, owner: string): Posting[] =>
  world.postings.filter(
    (posting) => posting.owner === owner && ['pending', 'active'].includes(posting.status),
  )

/** One posting ends in the other, with all that hangs on it. */
async function join(world: World, kept: Posting, gone: Posting): Promise<void> {
  world.postings.splice(world.postings.indexOf(gone), 1)
  const sent = world.applications.filter(({ posting }) => posting === gone)
  for (const application of sent) {
    const same = world.applications.filter(
      ({ posting, by }) => posting === kept && by === application.by,
    )
    // What one person sent about both becomes one application.
    for (const doubled of same.length > 0 ? [application, ...same] : []) doubled.isMerged = true
  }
  for (const application of sent) application.posting = kept
  for (const waiting of world.waiting) if (waiting.posting === gone) waiting.posting = kept
  world.decisions.splice(
    0,
    world.decisions.length,
    ...world.decisions.filter(({ posting }) => posting !== gone),
  )
  await readStatus(world, kept)
}

type QueueItem = {
  posting: { id: string }
  edit: { version: string; changes: { label: string; after: string }[] } | null
}

function decided(world: World, pick: Pick, action: string, from: string[]): Plan | undefined {
  const posting = pick(world.postings.filter(({ status }) => from.includes(status)))
  if (!posting) return undefined
  return {
    words: `mo ${action}s ${posting.alias}`,
    touches: [posting],
    run: async () => decide(world, posting, action),
  }
}

export async function decide(
  world: World,
  posting: Posting,
  action: Decision['action'],
): Promise<void> {
  const before = { status: posting.status, holds: [...posting.holds] }
  const body = { action, ...(action !== 'approve' && { reason }) }
  const answer = await called(world, decision(world, posting, body))
  if (!isOk(answer)) return
  const { decisionId } = answer.json<{ decisionId: string }>()
  world.decisions.push({ id: decisionId, posting, action, before })
  if (action === 'approve') accept(world, posting, posting.company)
  else posting.holds.add(action === 'reject' ? 'rejected' : 'removed')
  const { email } = world.person(posting.owner)
  world.expectMail(
    [posting.contact, email],
    /posting|WC-/i,
    `${posting.alias} was decided: ${action}`,
  )
  await readStatus(world, posting)
}

const decision = async (world: World, { id }: Posting, body: object) =>
  world.person('mo').caller.post(`/api/admin/postings/${id}/decision`, body)

async function changeTeam(world: World, team: Team, call: string): Promise<boolean> {
  const { caller } = world.person('admin')
  const member = [...world.people.values()].find(
    ({ team: key, id, isDeleted }) => key === team.key && id !== null && !isDeleted,
  )
  const { organization } = (await caller.get(`/api/admin/users/${member?.id}`)).json<{
    organization: { id: string } | null
  }>()
  if (!organization) return false
  const url = `/api/admin/organizations/${organization.id}/${call}`
  return isOk(
    await called(world, caller.post(url, call === 'suspend' ? { reason: 'spam' } : undefined)),
  )
}

/** A moderator's acceptance of a posting under a name. */
function accept(world: World, posting: Posting, company: string): void {
  const key = nameKey(company)
  posting.accepted.add(key)
  posting.holds.delete('rejected')
  const team = world.team(posting.team)
  posting.moderatedIn = posting.team
  // It counts for nothing while somebody else owns the name.
  if (team.key !== 'nobody' && !team.grants.has(key)) team.grants.set(key, 'accepted')
}

export async function byAdmin(
  world: World,
  key: string,
  call: string,
  body: object,
): Promise<boolean> {
  const { caller } = world.person('admin')
  const url = `/api/admin/users/${world.person(key).id}`
  const { revision } = (await caller.get(url)).json<{ revision: number }>()
  return isOk(await called(world, caller.post(`${url}/${call}`, { ...body, revision })))
}

function marked(world: World, pick: Pick, isMarked: boolean): Plan | undefined {
  const team = pick(
    [...world.teams.values()].filter(
      ({ key, marks }) => key !== 'nobody' && key !== 'firm' && marks.size > 0 !== isMarked,
    ),
  )
  const owner = [...world.people.values()].find(
    ({ team: key, seat, isDeleted }) => key === team?.key && seat === 'owner' && !isDeleted,
  )
  if (!team || !owner) return undefined
  return {
    words: `admin ${isMarked ? 'marks' : 'unmarks'} ${team.name}`,
    touches: world.postings.filter((posting) => posting.team === team.key),
    run: async () => void (await markHospital(world, team.key, owner.key, isMarked)),
  }
}
