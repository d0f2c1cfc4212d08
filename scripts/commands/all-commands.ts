import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { StartError } from '#platform/server/errors.ts'
import { runCommand } from './run-command.ts'
import { becomeOwnerOfData, takeServiceEnvironment } from './service-environment.ts'

const usage = `whitecoat [--settings=FILE] COMMAND …

  start                  runs the server
  check                  says whether a start with these settings would work
  admin create EMAIL     makes an administrator; \`whitecoat admin\` lists what else there is
  import FILE            loads a dataset of jobs from a file or an address
  backup FOLDER          writes database and files, while the site runs
  restore FOLDER         fills an empty database and an empty file store from a backup
  migrate                brings the schema of the database up to date, as each start does
  roles                  makes an outside database and its two roles

The settings are those of the service: the environment, or, where the environment names no database and no
folder of data, the file /etc/whitecoat.env. --settings names another file.
A file is read as systemd reads it.`

const commands: Record<string, () => Promise<(args: string[]) => Promise<unknown>>> = {
  start: async () => startServer,
  check: async () => (await import('./check.ts')).check,
  admin: async () => (await import('./admin.ts')).admin,
  import: async () => (await import('./import.ts')).importJobs,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./backup.ts')).restore,
  migrate: async () => (await import('./migrate.ts')).migrate,
  roles: async () => (await import('./roles.ts')).roles,
}

await runCommand(async () => {
  const [option = '', ...others] = process.argv.slice(2)
  const [, file] = /^--settings=(.+)$/.exec(option) ?? []
  const [name = '', ...args] = file === undefined ? [option, ...others] : others
  const load = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (!load) {
    if (name === 'help' || name === '--help') return console.log(usage)
    throw new StartError(`Usage: ${usage}`)
  }
  await takeServiceEnvironment(file)
  await becomeOwnerOfData()
  await (
    await load()
  )(args)
})

/** The package's program, or the sources. */
async function startServer(): Promise<void> {
  const sources =
    process.env['APP_MODE'] === 'production'
      ? '../../src/app/server/main.ts'
      : '../../demo/start.ts'
  const places = ['../../server/main.js', sources].map((path) => new URL(path, import.meta.url))
  const program = places.find((place) => existsSync(fileURLToPath(place)))
  await import(/* @vite-ignore */ String(program))
}
