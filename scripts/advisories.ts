// npm run advisories: compares the lock file with docs/advisories.json, without a network; docs/security.md says how to renew the list.
import { findVulnerable, readAdvisories } from './lib/advisories.ts'
import { readLockedPackages } from './lib/locked-packages.ts'

const maxAgeDays = 90

const [list, packages] = await Promise.all([readAdvisories('docs/advisories.json'), readLockedPackages()])
const findings = findVulnerable(list, packages, new Date().toISOString().slice(0, 10))
for (const { id, name, version, isDev, about } of findings) {
  console.error(`${id}: ${name} ${version}${isDev ? ' (not shipped)' : ''}: ${about}`)
}
const age = Math.floor((Date.now() - Date.parse(list.asOf)) / (24 * 60 * 60_000))
console.log(
  `${packages.length} packages, ${list.advisories.length} advisories as of ${list.asOf}, ${list.accepted.length} accepted, ${findings.length} found.`,
)
if (age > maxAgeDays) console.error(`The list is ${age} days old: renew it as docs/security.md says.`)
if (findings.length > 0) process.exitCode = 1
