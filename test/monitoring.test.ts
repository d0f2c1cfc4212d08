import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { parse } from 'yaml'
import { testApp, type TestApp } from './app.ts'
import { folderForTest } from './for-test.ts'

type Rule = {
  alert: string
  expr: string
  labels: { severity: string }
  annotations: { summary: string; runbook: string }
}
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

const { groups } = parse(readFileSync('deploy/monitoring/alerts.yml', 'utf8')) as {
  groups: { rules: Rule[] }[]
}
const rules = groups.flatMap((group) => group.rules)
const dashboard = JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')) as Dashboard
const expressions: [string, string][] = [
  ...rules.map((rule): [string, string] => [rule.alert, rule.expr]),
  ...dashboard.panels.flatMap((panel) =>
    panel.targets.map(({ expr }): [string, string] => [panel.title, expr]),
  ),
]

/** Every series of a server that has answered something, with its labels. */
const series = new Map<string, Set<string>>()
/** Of the blackbox exporter. */
series.set('probe_ssl_earliest_cert_expiry', new Set(['job', 'instance']))
/** What /metrics says. */
let exposition = ''
const types = new Map<string, string>()
beforeAll(async () => {
  const token = 'a token for the monitor'
  const board = await testApp({ env: { METRICS_TOKEN: token } })
  await board.get('/api/jobs')
  board.app.semaphores.feed.countRefusal()
  await sql`insert into mails (id, cause, to_address, subject, html, text, sensitive, state)
    select gen_random_uuid(), 'cause ' || n, n || '@mail.test', '', '', '', false, case when n <= 20000 then 'queued' else 'sent' end
    from generate_series(1, 40000) n`.execute(board.db)
  await sql`analyze mails`.execute(board.db)
  const asked = await readsOf(board)
  const { payload } = await board.get('/metrics', { authorization: `Bearer ${token}` })
  // Connections report what they have read within some seconds.
  rowsRead = await vi.waitFor(
    async () => {
      const read = (await readsOf(board)) - asked
      if (read < 10_000) throw new Error(`only ${read} rows were read`)
      return read
    },
    { timeout: 30_000, interval: 200 },
  )
  exposition = payload
  for (const [, name = '', type = ''] of payload.matchAll(/^# TYPE (\S+) (\S+)/gm)) {
    types.set(name, type)
    for (const part of type === 'histogram' ? ['_bucket', '_sum', '_count'] : [''])
      series.set(name + part, new Set())
  }
  for (const [, name = '', labels = ''] of payload.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) series.get(name)?.add(label)
  }
  await board.close()
})

let rowsRead = 0

/** Rows of mails that statements have read so far. */
async function readsOf({ db }: TestApp): Promise<number> {
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ n: string }>`select seq_tup_read + coalesce((
      select sum(idx_tup_read) from pg_stat_all_indexes where relname = 'mails'), 0) as n
    from pg_stat_all_tables where relname = 'mails'`.execute(db)
  return Number(rows[0]?.n)
}

describe('alerts and dashboard ask for what /metrics says', () => {
  test.each(expressions)('%s', (_title, expression) => {
    const names = [...expression.matchAll(/\b(?:whitecoat|probe)_\w+/g)].map(([name]) => name)
    expect(names.filter((name) => !series.has(name))).toEqual([])
    expect(names.length > 0 || expression.includes('up{')).toBe(true)
    for (const [, name = '', selector = ''] of expression.matchAll(
      /\b(whitecoat_\w+)\{([^}]*)\}/g,
    )) {
      // Series of an empty database have no rows, and so no labels.
      const labels = series.get(name) ?? new Set()
      const asked = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
      if (labels.size > 0) expect(asked.filter((it) => !labels.has(it))).toEqual([])
    }
  })
})

test('every alert has a runbook, which the table of alerts names, and every runbook an alert that leads there', () => {
  const runbooks = rules.map((rule) => rule.annotations.runbook)
  expect(runbooks.filter((runbook) => !existsSync(runbook))).toEqual([])
  expect(
    readdirSync('docs/runbooks').filter((file) => !runbooks.includes(`docs/runbooks/${file}`)),
  ).toEqual([])
  const table = readFileSync('docs/troubleshoot.md', 'utf8')
  for (const { alert, annotations } of rules)
    for (const page of [table, readFileSync(annotations.runbook, 'utf8')])
      expect(page).toContain(`\`${alert}\``)
})

test('mails beyond ten thousand are not counted', () => {
  expect(exposition).toContain('whitecoat_mails{state="queued"} 10000')
  expect(rowsRead).toBeLessThan(15_000)
})

test('refusals are counted by class', () => {
  expect(exposition).toContain('whitecoat_refused_requests_total{class="feed"} 1\n')
})

test('names follow the rules of Prometheus', () => {
  const names = [...types.keys()]
  expect(names.length).toBeGreaterThan(40)
  const counts = /_(?:total|count|sum|bucket)$/
  expect(names.filter((name) => !/^[a-z][a-z\d_]*$/.test(name))).toEqual([])
  expect(names.filter((name) => types.get(name) === 'counter' && !name.endsWith('_total'))).toEqual(
    [],
  )
  expect(names.filter((name) => types.get(name) !== 'counter' && counts.test(name))).toEqual([])
  // Base units, written out, and no type in the name.
  const wrong =
    /_(?:ms|milliseconds|minutes|hours|days|kb|mb|kilobytes|megabytes|percent|gauge|counter|histogram|summary)(?:_|$)/
  expect(names.filter((name) => wrong.test(name))).toEqual([])
  expect(names.filter((name) => !new RegExp(`^# HELP ${name} \\S`, 'm').test(exposition))).toEqual(
    [],
  )
})

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

test.runIf(hasPromtool).each<[alert: string, series: string, perMinute: number, fires: boolean]>([
  ['RequestsRefused', 'whitecoat_refused_requests_total{class="search"}', 120, true],
  ['RequestsRefused', 'whitecoat_refused_requests_total{class="search"}', 30, false],
  ['RequestsFail', 'whitecoat_request_seconds_count{route="/jobs", status="500"}', 10, true],
  ['RequestsFail', 'whitecoat_request_seconds_count{route="/jobs", status="200"}', 10, false],
  [
    'SignInsFail',
    'whitecoat_request_seconds_count{route="/api/auth/login", status="401"}',
    300,
    true,
  ],
])('%s: %s rises by %d a minute', async (alert, series, perMinute, fires) => {
  const rule = rules.find((rule) => rule.alert === alert)
  const expected = { exp_labels: rule?.labels, exp_annotations: rule?.annotations }
  const others = [
    'whitecoat_cached_answers_total',
    'whitecoat_refused_requests_total{class="page"}',
  ]
  const scenario = {
    interval: '1m',
    input_series: [
      ...others.map((other) => ({ series: other, values: '0x30' })),
      { series, values: `0+${perMinute}x30` },
    ],
    alert_rule_test: [{ eval_time: '20m', alertname: alert, exp_alerts: fires ? [expected] : [] }],
  }
  const file = join(await folderForTest(), 'test.json')
  writeFileSync(
    file,
    JSON.stringify({ rule_files: [resolve('deploy/monitoring/alerts.yml')], tests: [scenario] }),
  )
  const { status, stdout } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  expect({ status, stdout }).toMatchObject({ status: 0 })
})

test.runIf(hasPromtool)('Prometheus has nothing to say about the metrics', () => {
  const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
    input: exposition,
    encoding: 'utf8',
  })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
})

test.runIf(hasPromtool)('Prometheus accepts the rules', () => {
  expect(
    execFileSync('promtool', ['check', 'rules', 'deploy/monitoring/alerts.yml'], {
      encoding: 'utf8',
    }),
  ).toContain(`SUCCESS: ${rules.length} rules found`)
})
