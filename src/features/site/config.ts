import type { SiteIdentity } from '#shared/rendering.ts'

/**
 * The demo's. Settings replace them, and must do so in production: the `.example` addresses are
 * placeholders.
 */
export const demoIdentity: SiteIdentity = {
  name: 'Whitecoat',
  tagline: 'Physician-built platform for transparent job discovery',
  operator: {
    legalName: null,
    description: 'a limited company in Seoul, Republic of Korea',
    governingLaw: 'the Republic of Korea',
    courts: 'Seoul, Republic of Korea',
    postalAddress: null,
  },
  emails: {
    support: 'support@whitecoat.example',
    privacy: 'privacy@whitecoat.example',
    abuse: 'abuse@whitecoat.example',
    postings: 'postings@whitecoat.example',
  },
  hasLogo: false,
  heroFigures: [
    { value: '2,847', label: 'Active Jobs', isPay: false },
    { value: '1,200+', label: 'Hospitals', isPay: false },
    { value: '$285K', label: 'Avg. Salary', isPay: true },
  ],
  testimonial: null,
}

/**
 * The identity in force, and what does not depend on the operator. Read it when it is shown, not
 * when a module loads.
 */
export const site = {
  ...demoIdentity,
  description:
    'Physician jobs across the United States with pay, location and schedule in plain sight. Search ' +
    'by specialty, state and city; no account needed.',
}

/** Called by the server, each rendering thread, and the browser, before they show anything. */
export function setSiteIdentity(identity: SiteIdentity = demoIdentity): void {
  Object.assign(site, identity)
}

export const brandSuffix = () => ` | ${site.name}`

/** Unconfirmed alerts are deleted after this many days, as the privacy policy says. */
export const unconfirmedAlertDays = 7
/** Between the warning mail and the deletion of the CV of somebody who no longer signs in. */
export const idleCvWarningDays = 30

/** The operator, as the subject of a sentence. */
export const operatorName = () =>
  site.operator.legalName ?? `The operator of ${site.name}, ${site.operator.description}`
