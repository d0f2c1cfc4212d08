import type { FastifyInstance } from 'fastify'
import { listFailedAlerts } from '#features/alerts/server/public.ts'
import { within, type Db } from '#platform/server/database.ts'
import type { AnswerCache } from '#platform/server/http/answer-cache.ts'
import { endpointsOf } from '#platform/server/http/endpoint.ts'
import * as contract from '../contract.ts'
import type { Dependency, SystemPoint } from '../contract.ts'
import { countOpenWork, listDaysSamples, type NodeSample } from './queries.ts'
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
    const [stored, work, failedAlerts, checked] = await Promise.all([
      listDaysSamples(db),
      countOpenWork(db),
      listFailedAlerts(db),
      Promise.all(dependencies().map(checkDependency)),
    ])
    const samples = [...stored, sampler.now()]
    reply.header('cache-control', 'private, no-store')
    const nodes = latestOf(samples, sampler.node)
    return { nodes, day: dayOf(samples), dependencies: checked, ...work, failedAlerts, settings: [...settings] }
  })
}

function latestOf(samples: readonly NodeSample[], thisNode: string) {
  const latest = new Map(samples.map((sample) => [sample.node, sample]))
  return [...latest.values()].map((it) => ({
    node: it.node,
    version: it.version,
    startedAt: it.started_at.toISOString(),
    lastSeenAt: it.at.toISOString(),
    memoryMb: it.memory_mb,
    cpuPercent: it.cpu_percent,
    p95Ms: it.p95_ms,
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
  const sum = (read: (it: NodeSample) => number) => samples.reduce((total, it) => total + read(it), 0)
  const highest = (read: (it: NodeSample) => number) => Math.max(0, ...samples.map(read))
  /** Of what a node has at one time: its highest, summed over nodes. */
  const held = (read: (it: NodeSample) => number) => byNode.reduce((total, ofNode) => total + Math.max(...ofNode.map(read)), 0)
  return {
    at: new Date(quarter * quarterMs).toISOString(),
    requests: sum((it) => it.requests),
    cached: sum((it) => it.cached),
    failed: sum((it) => it.failed),
    refused: sum((it) => it.refused),
    p50Ms: highest((it) => it.p50_ms),
    p95Ms: highest((it) => it.p95_ms),
    eventLoopMs: highest((it) => it.event_loop_ms),
    memoryMb: held((it) => it.memory_mb),
    cpuPercent: held((it) => it.cpu_percent),
    connections: held((it) => it.connections),
    waiting: held((it) => it.waiting),
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
