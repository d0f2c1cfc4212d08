// npm run sbom: writes sbom.cdx.json, the CycloneDX list of every package in the lock file, and
// prints their licenses.
import { readFile, writeFile } from 'node:fs/promises'
import { readLockedPackages, type LockedPackage } from './lib/locked-packages.ts'

const output = 'sbom.cdx.json'

const packages = await readLockedPackages()
await writeFile(output, `${JSON.stringify(await bomOf(packages), null, 2)}\n`)
for (const [license, own] of licensesOf(packages))
  console.log(`${String(own.length).padStart(5)}  ${license}`)
const unknown = packages.filter((locked) => locked.license === undefined)
for (const { name, version } of unknown) console.error(`No license is declared: ${name} ${version}`)
const copyleft = packages.filter(
  (candidate) =>
    !candidate.isDev &&
    /\bA?GPL/.test(candidate.license ?? '') &&
    !/\bOR\b|LGPL/.test(candidate.license ?? ''),
)
for (const { name, version, license } of copyleft)
  console.error(`We do not ship this license: ${name} ${version}, ${license}`)
if (copyleft.length > 0) process.exitCode = 1
console.log(`${packages.length} packages are listed in ${output}.`)

function licensesOf(all: readonly LockedPackage[]): [string, LockedPackage[]][] {
  const byLicense = Map.groupBy(all, (locked) => locked.license ?? 'unknown')
  return [...byLicense].toSorted(([, one], [, other]) => other.length - one.length)
}

/** CycloneDX 1.6, with the same content for the same lock file. */
async function bomOf(all: readonly LockedPackage[]) {
  const { name, version } = JSON.parse(await readFile('package.json', 'utf8')) as {
    name: string
    version: string
  }
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': `${name}@${version}`, name, version },
    },
    components: all.map(componentOf),
  }
}

function componentOf({
  name,
  version,
  license,
  integrity,
  resolved,
  isDev,
  isOptional,
}: LockedPackage) {
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`
  const hash = integrity && Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex')
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    scope: isDev ? 'excluded' : isOptional ? 'optional' : 'required',
    ...(license !== undefined && {
      licenses: [/\s/.test(license) ? { expression: license } : { license: { name: license } }],
    }),
    ...(hash && { hashes: [{ alg: 'SHA-512', content: hash }] }),
    ...(resolved && { externalReferences: [{ type: 'distribution', url: resolved }] }),
  }
}
