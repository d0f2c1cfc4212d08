import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findVulnerable, isWithin, readAdvisories } from '../scripts/lib/advisories.ts'
import { readLockedPackages } from '../scripts/lib/locked-packages.ts'
import { startProgram } from './processes/spawn.ts'

test('no locked package has an advisory of the list that is not accepted', async () => {
  const list = await readAdvisories('docs/advisories.json')
  expect(findVulnerable(list, await readLockedPackages(), list.asOf)).toEqual([])
})

test('a vulnerable package is found, and so is one whose acceptance has ended', async () => {
  const list = await readAdvisories('docs/advisories.json')
  const [template] = await readLockedPackages()
  if (!template) throw new Error('The lock file is empty')
  const old = [
    { ...template, name: 'fastify', version: '5.3.1' },
    { ...template, name: 'debug', version: '4.4.2' },
    { ...template, name: 'dicer', version: '0.3.0' },
  ]
  expect(findVulnerable(list, old, list.asOf).map((it) => it.name)).toEqual(['fastify', 'debug'])
  expect(findVulnerable(list, old, '2099-01-01').map((it) => it.name)).toEqual(['fastify', 'debug', 'dicer'])
})

test('the list of packages in CycloneDX names each with its hash and licence', async () => {
  const program = startProgram(['scripts/sbom.ts'])
  expect(await program.exited, program.stderr.join('\n')).toBe(0)
  const bom = JSON.parse(await readFile('sbom.cdx.json', 'utf8')) as { bomFormat: string; components: { name: string }[] }
  expect(bom.bomFormat).toBe('CycloneDX')
  expect(bom.components).toHaveLength((await readLockedPackages()).length)
  expect(bom.components.find((it) => it.name === 'fastify')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/fastify@\d/),
    licenses: [{ license: { name: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  })
})

test('every shipped package has a known licence that we may ship', async () => {
  const shipped = (await readLockedPackages()).filter((it) => !it.isDev)
  expect(shipped.filter((it) => it.license === undefined).map((it) => it.name)).toEqual([])
  expect(shipped.filter((it) => /\bA?GPL/.test(it.license ?? '') && !/LGPL|\bOR\b/.test(it.license ?? ''))).toEqual([])
})

test.each([
  ['1.2.3', '<1.2.4', true],
  ['1.2.4', '<1.2.4', false],
  ['1.10.0', '<1.9.0', false],
  ['5.0.0-alpha.2', '<5.0.0', true],
  ['5.0.0-alpha.10', '>=5.0.0-alpha.3', true],
  ['2.0.0', '>=1.0.0 <1.5.0 || =2.0.0', true],
  ['1.5.0', '>=1.0.0 <1.5.0 || =2.0.0', false],
  ['1.5.0', '<=1.5.0', true],
])('%s is in %s: %s', (version, versions, expected) => {
  expect(isWithin(version, versions)).toBe(expected)
})
