import type { FastifyInstance } from 'fastify'
import { listFailedAlerts } from '#features/alerts/server/public.ts'
import { within, type Db } from '#platform/server/database.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import type { Dependency, SystemPoint } from '../contract.ts'
import { countOpenTasks, findDaysSamples, type NodeSample } from './queries.ts'
import { startSampler } from './sampler.ts'

/** Something that the site depends on. `check` says what it found, or throws; undefined if no setting names it. */
export type DependencyCheck = { name: string; check: (() => Promise<string>) | undefined }

type Options = {
  db: Db
  answers: AnswerCache
  dependencies: () => readonly DependencyCheck[]
  /** The settings without secrets. */
  settings: readonly ShownSetting[]
}
type ShownSetting = { name: string; value: string | null; isDefault: boolean }

export function registerSystem(app: FastifyInstance, { db, answers, dependencies, settings }: Options): void {
  const sampler = startSampler(app, { db, answers })
  const serve = endpointsOf(app, import.meta.url)

  serve(contract.getSystem, async ({ reply }) => {
    const [stored, tasks, failedAlerts, checked] = await Promise.all([
      findDaysSamples(db),
      countOpenTasks(db),
      listFailedAlerts(db),
      Promise.all(dependencies().map(checkDependency)),
    ])
    const samples = [...stored, sampler.now()]
    reply.header('cache-control', 'private, no-store')
    const nodes = latestOf(samples, sampler.node)
    return { nodes, day: dayOf(samples), dependencies: checked, tasks, failedAlerts, settings: [...settings] }
  })
}

function latestOf(samples: readonly NodeSample[], thisNode: string) {
  const latest = new Map(samples.map((sample) => [sample.node, sample]))
  return [...latest.values()].map((it) => ({
    ...it,
    startedAt: it.startedAt.toISOString(),
    lastSeenAt: it.at.toISOString(),
    isThis: it.node === thisNode,
  }))
}

const quarterMs = 15 * 60_000
const quarters = 96

/** The last day in quarters of an hour, oldest first; quarters without a sample are zero. */
function dayOf(samples: readonly NodeSample[]): SystemPoint[] {
  const byQuarter = Map.groupBy(samples, ({ at }) => Math.floor(at.getTime() / quarterMs))
  const last = Math.floor(Date.now() / quarterMs)
  return Array.from({ length: quarters }, (_, index) => pointOf(last - quarters + 1 + index, byQuarter))
}

function pointOf(quarter: number, byQuarter: ReadonlyMap<number, readonly NodeSample[]>): SystemPoint {
  const samples = byQuarter.get(quarter) ?? []
  const byNode = [...Map.groupBy(samples, ({ node }) => node).values()]
  type Figure = keyof Omit<SystemPoint, 'at'>
  const each = <F extends Figure>(names: readonly F[], read: (name: F) => number) =>
    Object.fromEntries(names.map((name) => [name, read(name)])) as Record<F, number>
  const highest = (of: readonly NodeSample[], name: Figure) => Math.max(0, ...of.map((it) => it[name]))
  return {
    at: new Date(quarter * quarterMs).toISOString(),
    ...each(['requests', 'cached', 'failed', 'refused'], (name) => samples.reduce((total, sample) => total + sample[name], 0)),
    ...each(['p50Ms', 'p95Ms'], (name) => highest(samples, name)),
    // What a node has at one time: its highest, summed over nodes.
    ...each(['memoryMb', 'cpuPercent'], (name) => byNode.reduce((total, ofNode) => total + highest(ofNode, name), 0)),
  }
}

const checkMs = 2000

export async function checkDependency({ name, check }: DependencyCheck): Promise<Dependency> {
  if (!check) return { name, state: 'unused', detail: 'Not set', ms: null }
  const start = performance.now()
  const result = await within(checkMs, check(), `no answer within ${checkMs / 1000} s`).then(
    (detail) => ({ state: 'up' as const, detail }),
    (error: unknown) => ({ state: 'down' as const, detail: reasonOf(error) }),
  )
  return { name, ...result, ms: Math.round(performance.now() - start) }
}

/** Codes and our own words; messages of drivers may hold addresses with passwords. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'Failed'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.message.replaceAll(/\/\/[^@/\s]*@/g, '//').slice(0, 200)
}
