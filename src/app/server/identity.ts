import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { demoIdentity, operatorName, setSiteIdentity } from '#features/site/config.ts'
import type { SiteIdentity } from '#shared/rendering.ts'
import { setMailIdentity } from '#platform/server/mail/render.ts'
import type { Settings } from '#platform/server/settings.ts'

/**
 * Every process that shows or mails something calls it first. Undefined for the demo's identity,
 * which the pages have anyway.
 */
export function applyIdentity(settings: Settings): SiteIdentity | undefined {
  const identity = identityOf(settings)
  setSiteIdentity(identity)
  setMailIdentity({
    name: identity.name,
    publicUrl: settings.publicUrl,
    operator: operatorName(),
    postalAddress: identity.operator.postalAddress,
    colors: settings.brandColors ?? ownColors,
  })
  return isDeepStrictEqual(identity, demoIdentity) ? undefined : identity
}

/** As --color-action of the pages. */
const ownColors = { light: '#0b585c', dark: '#72c7c1' }

function identityOf(settings: Settings): SiteIdentity {
  const { name, tagline, operator, emails, heroFigures } = demoIdentity
  return {
    name: settings.siteName ?? name,
    tagline: settings.siteTagline ?? tagline,
    operator: {
      legalName: settings.operatorName ?? operator.legalName,
      description: settings.operatorName ?? operator.description,
      postalAddress: settings.operatorAddress ?? operator.postalAddress,
      governingLaw: settings.governingLaw ?? operator.governingLaw,
      courts: settings.courts ?? operator.courts,
    },
    emails: {
      support: settings.contactEmail ?? emails.support,
      privacy: settings.privacyEmail ?? emails.privacy,
      abuse: settings.abuseEmail ?? emails.abuse,
      postings: settings.postingsEmail ?? settings.contactEmail ?? emails.postings,
    },
    hasLogo: settings.brandDir !== undefined && existsSync(join(settings.brandDir, 'logo.svg')),
    // The demo's figures are claims that nobody else may make.
    heroFigures: settings.heroFigures ?? (settings.appMode === 'demo' ? heroFigures : []),
    testimonial: settings.testimonial ?? null,
  }
}
