import { readFile } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import * as advisories from '../scripts/lib/advisories.ts'
import { readLockedPackages } from '../scripts/lib/locked-packages.ts'
import { serverForTest } from './for-test.ts'
import { startProgram } from './processes/spawn.ts'

const { askRegistry, findVulnerable, readAdvisories, renewed } = advisories

test('no locked package has an advisory of the list that is not accepted', async () => {
  const list = await readAdvisories('docs/advisories.json')
  expect(findVulnerable(list, await readLockedPackages(), list.asOf)).toEqual([])
})

test('the list is young where it can be renewed; elsewhere the document says when it ends', async () => {
  const list = await readAdvisories('docs/advisories.json')
  if (advisories.ageInDays(list) <= advisories.maxAgeDays) return
  const answer = await askRegistry([])
  expect(answer, 'The registry answers: npm run advisories renews the list').toHaveProperty(
    'problem',
  )
  expect(await readFile('docs/security.md', 'utf8')).toContain(`list ends on ${list.asOf}`)
})

/** A registry that gives this answer to every question. */
async function registryWith(
  status: number,
  body: unknown,
): Promise<{ url: string; asked: unknown[] }> {
  const asked: unknown[] = []
  const origin = await serverForTest((request, response) => {
    void text(request).then((content) => {
      asked.push(request.url, JSON.parse(content))
      response.writeHead(status).end(JSON.stringify(body))
    })
  })
  return { url: `${origin}/npm`, asked }
}

test('the list is renewed by the registry', async () => {
  const list = await readAdvisories('docs/advisories.json')
  const url = 'https://github.com/advisories/GHSA-aaaa-bbbb-cccc'
  const registry = await registryWith(200, {
    fastify: [
      { url, title: 'New', vulnerable_versions: '>= 5.0.0 < 5.99.0 || =6.0.0' },
      { url: `${url}-dddd`, title: 'All', vulnerable_versions: '*' },
    ],
  })
  const packages = [{ name: 'fastify', version: '5.12.8' }]
  const answer = await askRegistry(packages, registry.url)
  expect(registry.asked).toEqual([
    '/npm/-/npm/v1/security/advisories/bulk',
    { fastify: ['5.12.8'] },
  ])
  const found = 'advisories' in answer ? answer.advisories : []
  const next = renewed(renewed(list, found, '2026-11-24'), found, '2026-11-24')
  expect(next).toMatchObject({ asOf: '2026-11-24', accepted: list.accepted })
  expect(next.advisories.slice(list.advisories.length)).toMatchObject([
    { id: 'GHSA-aaaa-bbbb-cccc', package: 'fastify', versions: '>=5.0.0 <5.99.0 || =6.0.0' },
    { id: 'GHSA-aaaa-bbbb-cccc-dddd', versions: '>=0.0.0' },
  ])
})

test('a registry that does not say is named as the reason', async () => {
  const registry = await registryWith(405, {})
  expect(await askRegistry([], registry.url)).toEqual({ problem: 'the registry answers 405' })
  expect(await askRegistry([], 'http://127.0.0.1:1')).toEqual({
    problem: expect.stringContaining('does not answer'),
  })
})

test('a vulnerable package is found, and so is one whose acceptance has ended', async () => {
  const known = await readAdvisories('docs/advisories.json')
  const acceptance = {
    id: 'CVE-2022-24434',
    package: 'dicer',
    because: 'Only a test uses it.',
    until: '2027-05-31',
  }
  const list = { ...known, accepted: [acceptance] }
  const [template = expect.fail('The lock file is empty')] = await readLockedPackages()
  const versions = { fastify: '5.3.1', debug: '4.4.2', dicer: '0.3.0' }
  const old = Object.entries(versions).map(([name, version]) => ({ ...template, name, version }))
  expect(findVulnerable(list, old, list.asOf).map((it) => it.name)).toEqual(['fastify', 'debug'])
  expect(findVulnerable(list, old, '2099-01-01').map((it) => it.name)).toEqual([
    'fastify',
    'debug',
    'dicer',
  ])
})

test('the list of packages in CycloneDX names each with its hash and license', async () => {
  const program = startProgram(['scripts/sbom.ts'])
  expect(await program.exited, program.stderr.join('\n')).toBe(0)
  const bom = JSON.parse(await readFile('sbom.cdx.json', 'utf8')) as {
    bomFormat: string
    components: { name: string }[]
  }
  expect(bom.bomFormat).toBe('CycloneDX')
  expect(bom.components).toHaveLength((await readLockedPackages()).length)
  expect(bom.components.find((component) => component.name === 'fastify')).toMatchObject({
    purl: expect.stringMatching(/^pkg:npm\/fastify@\d/),
    licenses: [{ license: { name: 'MIT' } }],
    hashes: [{ alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) }],
  })
})

test('every shipped package has a known license that we may ship', async () => {
  const shipped = (await readLockedPackages()).filter((locked) => !locked.isDev)
  expect(shipped.filter((locked) => locked.license === undefined).map((it) => it.name)).toEqual([])
  expect(
    shipped.filter(
      (it) => /\bA?GPL/.test(it.license ?? '') && !/LGPL|\bOR\b/.test(it.license ?? ''),
    ),
  ).toEqual([])
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
  expect(advisories.isWithin(version, versions)).toBe(expected)
})
