// npm run admin -- create <email> [--mail]: creates an administrator. npm run admin -- verify-audit: verifies the audit log. Both
// work while the server runs.
import { parseArgs } from 'node:util'
import type { Db } from '#server/lib/database.ts'
import { readSettings } from '#server/lib/settings.ts'
import type { Settings } from '#server/lib/settings.ts'
import { StartError } from '#server/lib/start-error.ts'
import { AppError } from '#shared/errors.ts'

const usage = `npm run admin -- create <email> [--mail]
       npm run admin -- verify-audit`

type Command = { name: 'create'; address: string; mail: boolean } | { name: 'verify-audit' }

try {
  await main()
} catch (error) {
  console.error(error instanceof StartError || error instanceof AppError ? error.message : error)
  process.exitCode = 1
}

async function main(): Promise<void> {
  const command = readArguments()
  const settings = readSettings(process.env)
  // Loaded late, so that invalid arguments are reported at once.
  const { connectDatabase } = await import('#server/lib/connect-database.ts')
  const database = await connectDatabase(settings, { shared: true })
  try {
    await database.migrate()
    if (command.name === 'create') await create(database.db, settings, command)
    else await verifyAudit(database.db, settings)
  } finally {
    await database.close()
  }
}

function readArguments(): Command {
  try {
    const { values, positionals } = parseArgs({ allowPositionals: true, options: { mail: { type: 'boolean' } } })
    const [name, address, ...more] = positionals
    if (name === 'create' && address && more.length === 0) return { name, address, mail: values.mail ?? false }
    if (name === 'verify-audit' && address === undefined && values.mail === undefined) return { name }
  } catch {
    // The same message as for a missing address.
  }
  throw new StartError(`Usage: ${usage}`)
}

async function create(db: Db, settings: Settings, { address, mail }: Extract<Command, { name: 'create' }>): Promise<void> {
  const [{ createAdministrator }, { setMailIdentity }, { siteMailIdentity }] = await Promise.all([
    import('#features/accounts/server/administrators.ts'),
    import('#server/lib/mail/render.ts'),
    import('#server/mail.ts'),
  ])
  setMailIdentity(siteMailIdentity(settings))
  const { email, isNew, link } = await createAdministrator(db, address, { publicUrl: settings.publicUrl, mail })
  console.log(`${email} is an administrator${isNew ? ', with a new account' : ''}.`)
  console.log(
    link === undefined ? 'A link that sets the password is on its way there.' : `Set the password within one hour: ${link}`,
  )
}

async function verifyAudit(db: Db, settings: Settings): Promise<void> {
  const [{ auditKeys, checkAnchors, verifyAuditLog }, { openStorage }] = await Promise.all([
    import('#server/lib/audit-seals.ts'),
    import('#server/lib/storage/open-storage.ts'),
  ])
  const { checked, last, broken, sealed } = await verifyAuditLog(db, auditKeys(settings))
  const storage = await openStorage(settings)
  const anchors = await checkAnchors(db, storage).finally(() => storage.close())
  if (broken !== null) {
    console.error(
      `The audit log is broken at entry ${broken}: it was changed, one before it is missing, or its seal is not of SECRET or PREVIOUS_SECRETS.`,
    )
  }
  for (const key of anchors.broken)
    console.error(`The audit log does not match its anchor ${key}: it was rewritten or truncated.`)
  if (broken !== null || anchors.broken.length > 0) {
    process.exitCode = 1
    return
  }
  console.log(`${checked.toLocaleString('en-US')} audit entries checked: intact.`)
  if (last !== null) console.log(`The last one is ${last.id}, with the hash ${last.hash}.`)
  console.log(`Sealed up to entry ${sealed}; ${anchors.checked} daily anchors match.`)
}
