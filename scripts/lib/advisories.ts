import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { messageOf } from '#platform/server/errors.ts'
import type { LockedPackage } from './locked-packages.ts'

const range = z.string().regex(/^(?:[<>]=?|=)?\d[\w.-]*(?: (?:[<>]=?|=)?\d[\w.-]*)*(?: \|\| .+)?$/)

const listSchema = z.object({
  note: z.string(),
  /** The day to which the list is complete, as far as its collector knows. */
  asOf: z.iso.date(),
  advisories: z.array(
    z.object({
      id: z.string().regex(/^(GHSA|CVE)-/),
      package: z.string(),
      /** Vulnerable versions: comparators that all hold, alternatives after '||'. */
      versions: range,
      about: z.string(),
    }),
  ),
  /** Why a vulnerable version may stay. */
  accepted: z.array(
    z.object({
      id: z.string(),
      package: z.string(),
      because: z.string().min(20),
      until: z.iso.date(),
    }),
  ),
})
export type AdvisoryList = z.infer<typeof listSchema>

/** The list is renewed every month. */
export const maxAgeDays = 45

export const ageInDays = ({ asOf }: Pick<AdvisoryList, 'asOf'>): number =>
  Math.floor((Date.now() - Date.parse(asOf)) / 86_400_000)

export const readAdvisories = async (path: string | URL): Promise<AdvisoryList> =>
  listSchema.parse(JSON.parse(await readFile(path, 'utf8')))

type Advisory = AdvisoryList['advisories'][number]

const answerSchema = z.record(
  z.string(),
  z.array(z.object({ url: z.string(), title: z.string(), vulnerable_versions: z.string() })),
)

/**
 * What the npm registry knows against these versions, or why it does not say. Its address is npm's
 * own setting.
 */
export async function askRegistry(
  packages: readonly Pick<LockedPackage, 'name' | 'version'>[],
  registry = process.env['npm_config_registry'],
): Promise<{ advisories: Advisory[] } | { problem: string }> {
  if (registry === undefined) return { problem: 'npm names no registry: start this with npm run' }
  const versions = Object.groupBy(packages, (candidate) => candidate.name)
  const asked = Object.fromEntries(
    Object.entries(versions).map(([name, list = []]) => [
      name,
      list.map((locked) => locked.version),
    ]),
  )
  try {
    const answer = await fetch(
      new URL('-/npm/v1/security/advisories/bulk', registry.replace(/\/*$/, '/')),
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(asked),
        signal: AbortSignal.timeout(10_000),
      },
    )
    if (!answer.ok) return { problem: `the registry answers ${answer.status}` }
    const found = answerSchema.parse(await answer.json())
    return {
      advisories: Object.entries(found).flatMap(([name, list]) =>
        list.map((advisory) => advisoryOf(name, advisory)),
      ),
    }
  } catch (error) {
    return { problem: `the registry does not answer (${messageOf(error)})` }
  }
}

const advisoryOf = (
  name: string,
  { url, title, vulnerable_versions: versions }: z.infer<typeof answerSchema>[string][number],
): Advisory => ({
  id: url.slice(url.lastIndexOf('/') + 1),
  package: name,
  versions:
    versions.trim() === '*'
      ? '>=0.0.0'
      : versions
          .replaceAll(',', ' ')
          .replaceAll(/([<>=])\s+/g, '$1')
          .replaceAll(/ +/g, ' '),
  about: title,
})

/** The list with what the registry added today. */
export function renewed(
  list: AdvisoryList,
  found: readonly Advisory[],
  today: string,
): AdvisoryList {
  const known = new Set(list.advisories.map((advisory) => `${advisory.id} ${advisory.package}`))
  const added = found.filter((finding) => !known.has(`${finding.id} ${finding.package}`))
  return listSchema.parse({ ...list, asOf: today, advisories: [...list.advisories, ...added] })
}

export type Finding = { name: string; version: string; isDev: boolean; id: string; about: string }

/** Locked packages with an advisory that is not accepted, or not any more. */
export function findVulnerable(
  list: AdvisoryList,
  packages: readonly LockedPackage[],
  today: string,
): Finding[] {
  const accepted = new Set(
    list.accepted
      .filter((advisory) => advisory.until >= today)
      .map((advisory) => `${advisory.id} ${advisory.package}`),
  )
  return list.advisories.flatMap(({ id, package: name, versions, about }) =>
    packages
      .filter(
        (locked) =>
          locked.name === name &&
          isWithin(locked.version, versions) &&
          !accepted.has(`${id} ${name}`),
      )
      .map(({ version, isDev }) => ({ name, version, isDev, id, about })),
  )
}

/** '>=1.0.0 <1.2.3 || =2.0.0'. */
export const isWithin = (version: string, versions: string): boolean =>
  versions.split('||').some((part) =>
    part
      .trim()
      .split(' ')
      .every((comparator) => {
        const [, sign = '=', bound = ''] = /^([<>]=?|=)?(.+)$/.exec(comparator) ?? []
        const order = compareVersions(version, bound)
        if (sign === '=') return order === 0
        return sign.startsWith('<')
          ? order < 0 || (sign === '<=' && order === 0)
          : order > 0 || (sign === '>=' && order === 0)
      }),
  )

/** By number; a pre-release comes before its release. */
function compareVersions(one: string, other: string): number {
  const [a, b] = [one, other].map((release) => {
    const [numbers = '', ...pre] = release.split('+', 1)[0]?.split('-') ?? []
    return { numbers: numbers.split('.').map(Number), pre: pre.join('-') }
  }) as [{ numbers: number[]; pre: string }, { numbers: number[]; pre: string }]
  for (let index = 0; index < 3; index++) {
    const difference = (a.numbers[index] ?? 0) - (b.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  if (a.pre === b.pre) return 0
  if (a.pre === '' || b.pre === '') return a.pre === '' ? 1 : -1
  return a.pre.localeCompare(b.pre, 'en', { numeric: true })
}
