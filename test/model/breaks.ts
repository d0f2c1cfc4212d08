import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { breaks, type Break } from './broken-lines.ts'

/**
 * Breaks the product in a copy of the tree, one line at a time, and prints how soon the model finds
 * each.
 */

const root = join(import.meta.dirname, '../..')
const copied = [
  'src',
  'test',
  'db',
  'demo',
  'scripts',
  'public',
  'dist',
  'package.json',
  'package-lock.json',
  'vitest.config.ts',
  'vite.config.ts',
]
const linked = ['node_modules']
const { MODEL_RUNS: runs = '2000', MODEL_SECONDS: seconds = '1800' } = process.env

function copyTree(): string {
  const folder = mkdtempSync(join(tmpdir(), 'whitecoat-breaks-'))
  for (const name of copied)
    if (existsSync(join(root, name)))
      cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of linked) symlinkSync(join(root, name), join(folder, name))
  return folder
}

/** Commands that press on a gate find its breaks sooner. */
const themeOf: Readonly<Record<string, string>> = {
  names: 'names',
  holds: 'holds',
  senders: 'senders',
  reach: 'reach',
  moves: 'moves',
  mail: 'mail',
  teams: 'reach',
  posters: 'reach',
  seats: 'seats',
  allowances: 'seats',
  profiles: 'profiles',
  submittals: 'submittals',
  keys: 'keys',
  hooks: 'keys',
}

type Report = { runs: number; sentence?: string; steps?: string[]; message?: string }

/** Undefined: the break does not fit the code any more, or the run itself failed. */
function tryOut(
  folder: string,
  { gate, file, text, instead, theme = themeOf[gate] ?? 'all' }: Break,
): Report | string {
  const path = join(folder, file)
  const before = readFileSync(path, 'utf8')
  if (before.split(text).length !== 2)
    return `stands ${before.split(text).length - 1} times in ${file}`
  const report = join(folder, 'report.json')
  rmSync(report, { force: true })
  writeFileSync(
    path,
    before.replace(text, () => instead),
  )
  const env = {
    ...process.env,
    MODEL_RUNS: runs,
    MODEL_SECONDS: seconds,
    MODEL_REPORT: report,
    MODEL_THEME: theme,
  }
  const args = [
    join(folder, 'node_modules/vitest/vitest.mjs'),
    'run',
    '--project',
    'db',
    'test/model/model.test.ts',
  ]
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    env,
    encoding: 'utf8',
  })
  writeFileSync(path, before)
  return existsSync(report)
    ? (JSON.parse(readFileSync(report, 'utf8')) as Report)
    : `did not run: ${[stderr, stdout].join(' ').slice(-300)}`
}

const chosen = process.argv.slice(2).map(Number)
const numbers = chosen.length > 0 ? chosen : breaks.map((_break, index) => index + 1)
const folder = copyTree()
let found = 0
console.log('|   | gate | break | found after | steps | sentence |')
console.log('| - | ---- | ----- | ----------- | ----- | -------- |')
for (const number of numbers) {
  const one = breaks[number - 1]
  if (!one) throw new Error(`There is no break ${number}`)
  const report = tryOut(folder, one)
  console.log(`| ${[number, one.gate, one.reopens, ...outcomeOf(report)].join(' | ')} |`)
  if (typeof report === 'string' || report.sentence === undefined) continue
  found += 1
  console.error(report.message)
}
rmSync(folder, { recursive: true })
console.log(`${found} of ${numbers.length} found`)
process.exitCode = found < numbers.length * 0.9 ? 1 : 0

function outcomeOf(report: Report | string): (string | number)[] {
  if (typeof report === 'string') return [report, '-', '-']
  const { runs, steps = [], sentence } = report
  return sentence === undefined ? [`not in ${runs}`, '-', '-'] : [runs, steps.length, sentence]
}
