import { operatorName, site } from '#features/site/config.ts'
import type { MailIdentity } from './lib/mail/content.ts'
import type { Settings } from './lib/settings.ts'

/** The sender of our mail. */
export const siteMailIdentity = ({ publicUrl }: Pick<Settings, 'publicUrl'>): MailIdentity => ({
  name: site.name,
  publicUrl,
  operator: operatorName(),
  postalAddress: site.operator.postalAddress,
})
