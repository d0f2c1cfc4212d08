import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { testApp } from './app.ts'

type Rule = { alert: string; expr: string; labels: { severity: string }; annotations: { summary: string; runbook: string } }
type Dashboard = { panels: { title: string; targets: { expr: string }[] }[] }

const { groups } = parse(readFileSync('deploy/monitoring/alerts.yml', 'utf8')) as { groups: { rules: Rule[] }[] }
const rules = groups.flatMap((it) => it.rules)
const dashboard = JSON.parse(readFileSync('deploy/monitoring/dashboard.json', 'utf8')) as Dashboard
const expressions: [string, string][] = [
  ...rules.map((it): [string, string] => [it.alert, it.expr]),
  ...dashboard.panels.flatMap((it) => it.targets.map(({ expr }): [string, string] => [it.title, expr])),
]

/** Every series of a server that has answered something, with its labels. */
const series = new Map<string, Set<string>>()
beforeAll(async () => {
  const token = 'a token for the monitor'
  const board = await testApp({ env: { METRICS_TOKEN: token } })
  await board.get('/api/jobs')
  const { payload } = await board.get('/metrics', { authorization: `Bearer ${token}` })
  for (const [, kind = '', rest = ''] of payload.matchAll(/^# TYPE (\S+) (\S+)/gm)) {
    for (const name of rest === 'histogram' ? ['_bucket', '_sum', '_count'].map((it) => kind + it) : [kind])
      series.set(name, new Set())
  }
  for (const [, name = '', labels = ''] of payload.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) series.get(name)?.add(label)
  }
  await board.close()
})

describe('alerts and dashboard ask for what /metrics says', () => {
  test.each(expressions)('%s', (_title, expression) => {
    const names = [...expression.matchAll(/\bwhitecoat_\w+/g)].map(([name]) => name)
    expect(names.filter((it) => !series.has(it))).toEqual([])
    expect(names.length > 0 || expression.includes('up{')).toBe(true)
    for (const [, name = '', selector = ''] of expression.matchAll(/\b(whitecoat_\w+)\{([^}]*)\}/g)) {
      // Series of an empty database have no rows, and so no labels.
      const labels = series.get(name) ?? new Set()
      const asked = [...selector.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label)
      if (labels.size > 0) expect(asked.filter((it) => !labels.has(it))).toEqual([])
    }
  })
})

test('every alert has a runbook, and every runbook an alert that leads there', () => {
  const runbooks = rules.map((it) => it.annotations.runbook)
  expect(runbooks.filter((it) => !existsSync(it))).toEqual([])
  expect(readdirSync('docs/runbooks').filter((it) => !runbooks.includes(`docs/runbooks/${it}`))).toEqual([])
  for (const { alert, annotations } of rules) expect(readFileSync(annotations.runbook, 'utf8')).toContain(`\`${alert}\``)
})

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined

test.runIf(hasPromtool).each<[alert: string, series: string, perMinute: number, fires: boolean]>([
  ['RequestsRefused', 'whitecoat_refused_requests_total{class="search"}', 120, true],
  ['RequestsRefused', 'whitecoat_refused_requests_total{class="search"}', 30, false],
  ['RequestsFail', 'whitecoat_request_seconds_count{route="/jobs", status="500"}', 10, true],
  ['RequestsFail', 'whitecoat_request_seconds_count{route="/jobs", status="200"}', 10, false],
  ['SignInsFail', 'whitecoat_request_seconds_count{route="/api/auth/login", status="401"}', 300, true],
])('%s: %s rises by %d a minute', (alert, series, perMinute, fires) => {
  const folder = mkdtempSync(join(tmpdir(), 'rules-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const rule = rules.find((it) => it.alert === alert)
  const others = ['whitecoat_cached_answers_total', 'whitecoat_refused_requests_total{class="page"}']
  const scenario = {
    interval: '1m',
    input_series: [...others.map((it) => ({ series: it, values: '0x30' })), { series, values: `0+${perMinute}x30` }],
    alert_rule_test: [
      {
        eval_time: '20m',
        alertname: alert,
        exp_alerts: fires ? [{ exp_labels: rule?.labels, exp_annotations: rule?.annotations }] : [],
      },
    ],
  }
  const file = join(folder, 'test.json')
  writeFileSync(file, JSON.stringify({ rule_files: [resolve('deploy/monitoring/alerts.yml')], tests: [scenario] }))
  const { status, stdout } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  expect({ status, stdout }).toMatchObject({ status: 0 })
})

test.runIf(hasPromtool)('Prometheus accepts the rules', () => {
  expect(execFileSync('promtool', ['check', 'rules', 'deploy/monitoring/alerts.yml'], { encoding: 'utf8' })).toContain(
    `SUCCESS: ${rules.length} rules found`,
  )
})
