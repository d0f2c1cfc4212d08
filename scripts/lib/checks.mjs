import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { findNode, root } from './install.mjs'

const reports = join(root, '.cache/test')
/** A check that hangs ends here; a slow machine needs a third of it. */
const timeoutMs = 40 * 60_000
const bin = (name) => join(root, 'node_modules/.bin', name)

/**
 * @typedef {{ passed: number, failed: number }} Count
 * @typedef {{ name: string, command: string, args: string[], env?: Record<string, string>, count?:
 * (ok: boolean) => Count }} Check
 */

/**
 * What can run side by side, and has to be right before it makes sense to run tests. @type
 * {Check[]}
 */
export const staticChecks = [
  { name: 'format', command: bin('oxfmt'), args: ['--check'] },
  // The linter works out all types anyway, so it also reports what the compiler would.
  {
    name: 'lint and types',
    command: bin('oxlint'),
    args: ['--type-aware', '--type-check', '--deny-warnings'],
    // The collection of garbage takes a good part of its processor time.
    env: { GOGC: '400' },
  },
  {
    name: 'unused code and packages',
    command: bin('knip'),
    args: ['--treat-config-hints-as-errors'],
  },
  { name: 'build', command: findNode(), args: ['scripts/build.mjs'] },
  { name: 'databases for the tests', command: findNode(), args: ['test/kept-demo.ts'] },
]

/**
 * Saves a quarter of the start of each server that a test starts, and a tenth of loading packages.
 */
const compileCache = { NODE_COMPILE_CACHE: join(root, '.cache/compile') }

/** @type {Check[]} */
export const testRuns = [
  {
    name: 'unit, database and HTTP tests',
    command: bin('vitest'),
    args: [
      'run',
      ...['unit', 'components', 'db'].map((project) => `--project=${project}`),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${join(reports, 'vitest.json')}`,
    ],
    env: compileCache,
    count: countVitest,
  },
  {
    name: 'browser tests',
    command: bin('playwright'),
    args: ['test', '--reporter=list,json'],
    env: {
      ...compileCache,
      // As the product runs: Node strips types in a fifth of the time of Playwright's compiler.
      PW_DISABLE_TS_ESM: '1',
      PLAYWRIGHT_JSON_OUTPUT_FILE: join(reports, 'playwright.json'),
    },
    count: countPlaywright,
  },
]

export function clearReports() {
  rmSync(reports, { recursive: true, force: true })
  mkdirSync(reports, { recursive: true })
}

/**
 * Runs a check to its end and says, in a line, how it went; what it wrote is shown only if it
 * failed. @returns {Promise<Count>}
 */
export async function runCheck({ name, command, args, env = {}, count = countOne }) {
  const began = Date.now()
  const { ok, output } = await run(command, args, env)
  const result = settle(count, ok)
  const seconds = ((Date.now() - began) / 1000).toFixed(1)
  if (result.failed > 0) console.log(output.trimEnd())
  console.log(
    `${result.failed > 0 ? '✗' : '✓'} ${name}: ${result.passed} passed, ${result.failed} failed (${seconds} s)`,
  )
  return result
}

function run(command, args, env) {
  const PATH = [join(root, 'node_modules/.bin'), process.env['PATH']].join(delimiter)
  return new Promise((resolve) => {
    const chunks = []
    const child = spawn(command, args, {
      cwd: root,
      env: { ...process.env, CI: '1', PATH, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: timeoutMs,
    })
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => chunks.push(chunk))
    child.on('error', (error) => resolve({ ok: false, output: String(error) }))
    child.on('close', (code) =>
      resolve({
        ok: code === 0,
        output: stripVTControlCharacters(Buffer.concat(chunks).toString()),
      }),
    )
  })
}

/** A runner that fails without a failed test, or that ran none, counts as one failure. */
function settle(count, ok) {
  let result = { passed: 0, failed: 0 }
  try {
    result = count(ok)
  } catch {
    // It ended before its report.
  }
  const empty = result.passed + result.failed === 0
  return result.failed === 0 && (!ok || empty) ? { ...result, failed: 1 } : result
}

function countOne(ok) {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1 }
}

function countVitest() {
  const { numPassedTests, numFailedTests, testResults } = readReport('vitest.json')
  const unloadable = testResults.filter(
    (result) => result.status === 'failed' && result.assertionResults.length === 0,
  ).length
  return { passed: numPassedTests, failed: numFailedTests + unloadable }
}

function countPlaywright() {
  const { stats, errors } = readReport('playwright.json')
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

const readReport = (name) => JSON.parse(readFileSync(join(reports, name), 'utf8'))
