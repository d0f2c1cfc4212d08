import { cpus, loadavg } from 'node:os'
import type { Measurement, Yardsticks } from '../measure.ts'
import { cachesOf, checkTargets, inWords, ratioOf } from './targets.ts'

/** Read before anything of ours runs: who else was at work on this machine. */
const loadBefore = loadavg()[0] ?? 0

/** The report of a run as Markdown, columns padded as the formatter wants them. */
export function reportOf(
  measurements: Measurement[],
  yardsticks: Yardsticks[],
  command: string,
): string {
  return [
    `\`${command}\`, ${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${machine()}, load average before ${loadBefore.toFixed(1)}.`,
    '',
    ...alignedTable([
      [
        'jobs',
        'mix',
        'caches',
        'p50 ms',
        'p95 ms',
        'p99 ms',
        'requests/s',
        'floor/s',
        'ratio',
        'warm-up p95 ms',
        'memory MB',
        'errors',
      ],
      ...measurements.map(rowOf),
      ...yardsticks.flatMap(yardstickRows),
    ]),
    '',
    ...measurements.flatMap(groupLines),
    '',
    ...alignedTable([
      ['target', 'reached', ''],
      ...checkTargets(measurements).map((it) => [
        it.text,
        `${it.reached.toFixed(2)}${it.unit}`,
        it.met ? 'met' : '**missed**',
      ]),
    ]),
  ].join('\n')
}

function rowOf(measurement: Measurement): string[] {
  const { product, floor, warmUp, memory } = measurement
  const ms = [product.p50, product.p95, product.p99].map((value) => value.toFixed(1))
  const rates = [product.perSecond, floor.perSecond].map((value) => inWords(Math.round(value)))
  const errors = [product, warmUp].reduce(
    (sum, { failures }) => sum + Object.values(failures).reduce((a, b) => a + b, 0),
    0,
  )
  const rest = [
    ratioOf(measurement).toFixed(2),
    warmUp.p95.toFixed(1),
    memory ? String(memory.highest) : '–',
    String(errors),
  ]
  return [
    inWords(measurement.jobs),
    measurement.mix,
    cachesOf(measurement),
    ...ms,
    ...rates,
    ...rest,
  ]
}

function yardstickRows({ jobs, trivial, sqlite }: Yardsticks): string[][] {
  const row = (name: string, { p50, p95, p99, perSecond }: Yardsticks['sqlite']) => {
    const ms = [p50, p95, p99].map((value) => value.toFixed(1))
    return [
      inWords(jobs),
      name,
      '–',
      ...ms,
      inWords(Math.round(perSecond)),
      '–',
      '–',
      '–',
      '–',
      '–',
    ]
  }
  return [row('select 1', trivial), row('SQLite', sqlite)]
}

function groupLines(it: Measurement): string[] {
  const { jobs, mix, product } = it
  const groups = Object.entries(product.groups).map(
    ([name, it]) => `${name} ${it.p50.toFixed(1)} / ${it.p95.toFixed(1)}`,
  )
  return [`- ${inWords(jobs)}, ${mix}, caches ${cachesOf(it)}: ${groups.join(', ')}`]
}

function machine(): string {
  const processors = cpus()
  return `${processors.length} × ${processors[0]?.model.trim() ?? 'processor'}`
}

function alignedTable(rows: string[][]): string[] {
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0), 3)) ?? []
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = rows
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...body.map(line)]
}
