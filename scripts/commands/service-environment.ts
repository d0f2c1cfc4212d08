import { existsSync } from 'node:fs'
import { access, constants, readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { errorCode, StartError } from '#platform/server/errors.ts'
import { parseEnvironment } from './environment-file.ts'

const serviceFile = '/etc/whitecoat.env'
/** What deploy/whitecoat.service sets beside its file. */
export const besideServiceFile = { DATA_DIR: '/var/lib/whitecoat' }

/** The text of the file that was read, if one was. */
export let serviceText: string | undefined

/**
 * Completes this process' environment by the settings of the service, so that a command beside a
 * running service uses the service's database. An environment that names a database or a folder of
 * data is complete.
 * @throws {StartError} if the file cannot be read.
 */
export async function takeServiceEnvironment(given: string | undefined): Promise<void> {
  const isComplete = ['DATABASE_URL', 'DATA_DIR'].some((name) => process.env[name] !== undefined)
  const file = given ?? (isComplete || !existsSync(serviceFile) ? undefined : serviceFile)
  if (file === undefined) return
  serviceText = await readFile(file, 'utf8').catch((error: unknown) => {
    const advice =
      errorCode(error) === 'EACCES'
        ? ': run the command as root, or as the user of the service'
        : ''
    throw new StartError(`Cannot read ${file} (${errorCode(error) ?? String(error)})${advice}.`)
  })
  console.log(`Settings: ${file}`)
  const settings = {
    ...(file === serviceFile && besideServiceFile),
    ...parseEnvironment(serviceText),
  }
  for (const [name, value] of Object.entries(settings)) process.env[name] ??= value
}

/** As root, a command would leave files that the service cannot read. */
export async function becomeOwnerOfData(): Promise<void> {
  if (process.getuid?.() !== 0) return
  const owner = await stat(process.env['DATA_DIR'] ?? '.data').catch(() => undefined)
  if (!owner || owner.uid === 0) return
  process.setgroups?.([owner.gid])
  process.setgid?.(owner.gid)
  process.setuid?.(owner.uid)
  const program = fileURLToPath(new URL('../..', import.meta.url))
  await access(program, constants.R_OK).catch(() => {
    throw new StartError(
      `The owner of DATA_DIR cannot read ${program}: move the program where that account can read it.`,
    )
  })
}
