import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type LockedPackage = {
  name: string
  version: string
  license: string | undefined
  integrity: string | undefined
  resolved: string | undefined
  /** Only for testing. */
  isDev: boolean
  isOptional: boolean
}

type Lock = {
  packages: Record<
    string,
    {
      version?: string
      license?: string
      integrity?: string
      resolved?: string
      dev?: boolean
      optional?: boolean
      link?: boolean
    }
  >
}

/** Every package of the lock file once per version, by name. */
export async function readLockedPackages(folder = '.'): Promise<LockedPackage[]> {
  const lock = JSON.parse(await readFile(join(folder, 'package-lock.json'), 'utf8')) as Lock
  const found = new Map<string, LockedPackage>()
  for (const [
    path,
    { version, license, integrity, resolved, dev = false, optional = false, link },
  ] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (path === '' || link || version === undefined) continue
    const key = `${name}@${version}`
    const known = found.get(key)
    // What is shipped in one place is shipped.
    const isDev = dev && (known?.isDev ?? true)
    found.set(key, {
      name,
      version,
      license: license ?? (await licenseOf(join(folder, path))),
      integrity,
      resolved,
      isDev,
      isOptional: optional,
    })
  }
  return [...found.values()].toSorted(
    (one, other) => one.name.localeCompare(other.name) || one.version.localeCompare(other.version),
  )
}

/** From the installed package, where the lock file names none. */
async function licenseOf(path: string): Promise<string | undefined> {
  try {
    const { license, licenses } = JSON.parse(
      await readFile(join(path, 'package.json'), 'utf8'),
    ) as {
      license?: string | { type?: string }
      licenses?: { type?: string }[]
    }
    return typeof license === 'string'
      ? license
      : (license?.type ?? licenses?.map(({ type }) => type).join(' OR '))
  } catch {
    return undefined
  }
}
