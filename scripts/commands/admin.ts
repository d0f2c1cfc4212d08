import type { PoolConfig } from 'pg'
import type { Db } from '#platform/server/database.ts'
import type { Settings } from '#platform/server/settings.ts'
import { StartError } from '#platform/server/errors.ts'
import { readArguments } from './run-command.ts'

const usage = `whitecoat admin create EMAIL [--mail]
       whitecoat admin reset-second-step EMAIL
       whitecoat admin rotate-keys
       whitecoat admin preview-retention
       whitecoat admin put-back YYYY-MM-DD`

type Arguments = [db: Db, settings: Settings, address: string, mail: boolean, owner: PoolConfig]

const commands: Record<string, { words: 1 | 2; run(...args: Arguments): Promise<void> }> = {
  create: { words: 2, run: create },
  'reset-second-step': { words: 2, run: reset },
  'rotate-keys': { words: 1, run: rotateKeys },
  'preview-retention': { words: 1, run: previewRetention },
  'put-back': { words: 2, run: putBack },
}

/**
 * Creates an administrator, removes a lost second factor, encrypts with the current secret,
 * previews what retention deletes, or puts back what it deleted.
 */
export async function admin(args: string[]): Promise<void> {
  const { values, words } = readArguments(
    args,
    usage,
    { mail: { type: 'boolean', default: false } },
    [1, 2],
  )
  const [name = '', address = ''] = words
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command?.words !== words.length || (values.mail && name !== 'create'))
    throw new StartError(`Usage: ${usage}`)
  // Loaded late, so that invalid arguments are reported at once.
  const { withBoard } = await import('./board.ts')
  await withBoard(({ db, owner }, settings) =>
    command.run(db, settings, address, values.mail, owner),
  )
}

async function create(db: Db, settings: Settings, address: string, mail: boolean): Promise<void> {
  const [{ createAdministrator }, { applyIdentity }] = await Promise.all([
    import('#features/accounts/server/administrators.ts'),
    import('#app/server/identity.ts'),
  ])
  applyIdentity(settings)
  const { email, isNew, link } = await createAdministrator(db, address, {
    publicUrl: settings.publicUrl,
    mail,
  })
  console.log(`${email} is an administrator${isNew ? ', with a new account' : ''}.`)
  console.log(
    link === undefined
      ? 'A link that sets the password is on its way there.'
      : `Set the password within one hour: ${link}`,
  )
}

async function reset(db: Db, settings: Settings, address: string): Promise<void> {
  const [{ resetTwoFactor }, { applyIdentity }] = await Promise.all([
    import('#features/accounts/server/administrators.ts'),
    import('#app/server/identity.ts'),
  ])
  applyIdentity(settings)
  await resetTwoFactor(db, address, settings)
  console.log(`${address} has no second step any more, and is signed out everywhere.`)
}

async function rotateKeys(db: Db, settings: Settings): Promise<void> {
  const [
    { checkOrRecordSecret, isSecretOfData },
    { openStorage },
    { reencryptAuthenticators },
    { authenticatorCipher },
    { reencryptAddresses },
    { addressCipher },
    { reencryptHooks },
    { hookCipher },
  ] = await Promise.all([
    import('#platform/server/secret.ts'),
    import('#platform/server/storage/open-storage.ts'),
    import('#features/accounts/server/queries-two-factor.ts'),
    import('#features/accounts/server/service-two-factor.ts'),
    import('#features/imports/server/sources/queries-sources.ts'),
    import('#features/imports/server/sources/stored-address.ts'),
    import('#features/connections/server/queries-hooks.ts'),
    import('#features/connections/server/hooks.ts'),
  ])
  const apps = await reencryptAuthenticators(db, authenticatorCipher(settings.secrets))
  const addresses = await reencryptAddresses(db, addressCipher(settings.secrets))
  const hooks = await reencryptHooks(db, hookCipher(settings.secrets))
  console.log(
    `${apps.all} authenticator apps, ${addresses.all} addresses of datasets and ${hooks.all} hooks: encrypted with the first value of SECRET.`,
  )
  const storage = await openStorage(settings)
  const { files, changed, unreadable } = await storage.rotate().finally(() => storage.close())
  console.log(
    `${files} files: ${changed} encrypted with the first value of SECRET, ${files - changed - unreadable.length} were already.`,
  )
  for (const key of unreadable)
    console.error(`No value of SECRET opens ${key}: add the one that it was encrypted with.`)
  if (apps.unreadable > 0)
    console.error(`No value of SECRET opens ${apps.unreadable} authenticator apps.`)
  if (addresses.unreadable > 0)
    console.error(`No value of SECRET opens ${addresses.unreadable} addresses of datasets.`)
  if (hooks.unreadable > 0)
    console.error(`No value of SECRET opens the secrets of ${hooks.unreadable} hooks.`)
  const isWhole =
    unreadable.length + apps.unreadable + addresses.unreadable + hooks.unreadable === 0
  if (!isWhole) process.exitCode = 1
  // With another secret than the data's, what it cannot open would be lost unnoticed.
  if (isWhole || (await isSecretOfData(db, settings.secrets)))
    await checkOrRecordSecret(db, settings.secrets, { renews: true })
}

async function previewRetention(db: Db, settings: Settings): Promise<void> {
  const [{ previewRetention: preview }, { listDeleted }] = await Promise.all([
    import('#app/server/worker.ts'),
    import('#platform/server/retention.ts'),
  ])
  console.log('The next run of the nightly task deletes:')
  for (const { what, days, count } of await preview(db, settings))
    console.log(`${count.toLocaleString('en-US').padStart(9)}  ${what}, older than ${days} days`)
  console.log('Of the last seven days `put-back` restores:')
  for (const { day, what, rows } of await listDeleted(db))
    console.log(`${rows.toLocaleString('en-US').padStart(9)}  rows with ${what}, deleted on ${day}`)
}

/** Since the beginning of that day, in UTC. */
async function putBack(...[, , day, , owner]: Arguments): Promise<void> {
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) throw new StartError(`Usage: ${usage}`)
  const [{ openDatabase }, { putBackDeleted }] = await Promise.all([
    import('#platform/server/database.ts'),
    import('#platform/server/retention.ts'),
  ])
  // The server may not write entries of the audit log.
  const db = openDatabase(owner)
  const { back, left } = await putBackDeleted(db, day)
  await db.destroy()
  console.log(`${back.toLocaleString('en-US')} rows are back.`)
  if (left > 0)
    console.error(`${left.toLocaleString('en-US')} cannot come back: what they belong to is gone.`)
}
