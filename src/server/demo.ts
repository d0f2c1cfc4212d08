import { loadDemoAccounts } from '#features/accounts/server/demo/demo-accounts.ts'
import type { DemoAccount } from '#features/accounts/server/demo/demo-accounts.ts'
import { startDemoIdentityProvider } from '#features/accounts/server/demo/identity-provider.ts'
import { loadDemoData } from '#features/imports/server/public.ts'
import type { Db } from './lib/database.ts'
import type { Settings } from './lib/settings.ts'

type Demo = {
  /** With the identity provider that runs beside the server. */
  settings: Settings
  accounts: DemoAccount[]
  stop(): Promise<void>
}

/** What a demo has and production has not. Sample accounts go into a database of sample jobs only. */
export async function startDemo(db: Db, settings: Settings, tell: (line: string) => void): Promise<Demo> {
  const accounts = (await loadDemoData(db, tell)) ? await loadDemoAccounts(db, settings.secret) : []
  const identityProvider = await startDemoIdentityProvider({ port: settings.demoIdentityPort, publicUrl: settings.publicUrl })
  const oidcProviders = [...settings.oidcProviders, identityProvider.provider]
  return { settings: { ...settings, oidcProviders }, accounts, stop: () => identityProvider.stop() }
}
