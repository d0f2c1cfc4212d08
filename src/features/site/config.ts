/** The operator of the site: the file to edit for another operator. The `.example` addresses are placeholders. */
export const site = {
  name: 'Whitecoat',
  tagline: 'Physician-built platform for transparent job discovery',
  brandSuffix: ' | Whitecoat',
  description:
    'Physician jobs across the United States with pay, place and schedule in plain sight. Search by specialty, state and city; no account needed.',

  operator: {
    /** The registered name; `null` until it is published. */
    legalName: null as string | null,
    description: 'a limited company in Seoul, Republic of Korea',
    governingLaw: 'the Republic of Korea',
    courts: 'Seoul, Republic of Korea',
    /** The postal address on one line, which mails to subscribers must carry; `null` until it is published. */
    postalAddress: null as string | null,
  },

  emails: {
    support: 'support@whitecoat.example',
    privacy: 'privacy@whitecoat.example',
    postings: 'postings@whitecoat.example',
  },

  /** What an employer said of the site, with their leave, for the employers' page; `null` until there is one. */
  testimonial: null as { quote: string; name: string; role: string } | null,

  /** The fixed figures of the landing page; the third is pay. */
  heroFigures: [
    { value: '2,847', label: 'Active Jobs', isPay: false },
    { value: '1,200+', label: 'Hospitals', isPay: false },
    { value: '$285K', label: 'Avg. Salary', isPay: true },
  ],
} as const

/** Unconfirmed alerts are deleted after this many days, as the privacy policy says. */
export const unconfirmedAlertDays = 7
/** Between the warning mail and the deletion of the CV of somebody who no longer signs in. */
export const idleCvWarningDays = 30

/** 'Whitecoat' and its operator, as the subject of a sentence. */
export const operatorName = (): string => site.operator.legalName ?? `The operator of ${site.name}, ${site.operator.description}`
