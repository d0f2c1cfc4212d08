// npm run advisories: asks the registry for advisories against the lock file's packages, adds them
// to docs/advisories.json, and compares.
import { writeFile } from 'node:fs/promises'
import {
  ageInDays,
  askRegistry,
  findVulnerable,
  maxAgeDays,
  readAdvisories,
  renewed,
} from './lib/advisories.ts'
import { readLockedPackages } from './lib/locked-packages.ts'

const path = 'docs/advisories.json'
const today = new Date().toISOString().slice(0, 10)
const [known, packages] = await Promise.all([readAdvisories(path), readLockedPackages()])
const answer = await askRegistry(packages)
const list = 'advisories' in answer ? renewed(known, answer.advisories, today) : known
if (list !== known) await writeFile(path, `${JSON.stringify(list, null, 2)}\n`)
const findings = findVulnerable(list, packages, today)
for (const { id, name, version, isDev, about } of findings) {
  console.error(`${id}: ${name} ${version}${isDev ? ' (not shipped)' : ''}: ${about}`)
}
const age = ageInDays(list)
console.log(
  `${packages.length} packages, ${list.advisories.length} advisories as of ${list.asOf} (${age} days old), ${list.accepted.length} accepted, ${findings.length} found.`,
)
if ('problem' in answer) console.error(`The list was not renewed: ${answer.problem}.`)
if (age > maxAgeDays)
  console.error(
    `The list is older than ${maxAgeDays} days: weaknesses published since ${list.asOf} are not in it.`,
  )
if (findings.length > 0) process.exitCode = 1
