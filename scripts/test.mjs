// npm test: all checks, from a bare clone, with a summary on the last line.
import { ensureInstalled } from './lib/install.mjs'

await ensureInstalled({ tests: true })
const { clearReports, runCheck, staticChecks, testRuns } = await import('./lib/checks.mjs')

clearReports()
const results = []
const waiting = staticChecks.values()
// Two at a time, for two cores: each takes the next that waits.
await Promise.all(
  [1, 2].map(async () => {
    for (const check of waiting) results.push(await runCheck(check))
  }),
)
// Side by side, because each of them also waits: for timers, mails and the database.
results.push(...(await Promise.all(testRuns.map(runCheck))))

const sum = (key) => results.reduce((total, result) => total + result[key], 0)
console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
process.exitCode = sum('failed') > 0 ? 1 : 0
