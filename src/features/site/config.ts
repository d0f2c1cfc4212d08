/**
 * Who runs this site and what it says about itself: the one place to change for another operator. Addresses end in
 * `.example`, which is nobody's, until the operator puts its own here.
 */
export const site = {
  name: 'Whitecoat',
  tagline: 'Physician-built platform for transparent job discovery',
  brandSuffix: ' | Whitecoat',
  description:
    'Physician jobs across the United States with pay, place and schedule in plain sight. Search by specialty, state and city; no account needed.',

  operator: {
    /** The registered name; `null` while it is not published, and then the pages say what it is instead. */
    legalName: null as string | null,
    description: 'a limited company in Seoul, Republic of Korea',
    governingLaw: 'the Republic of Korea',
    courts: 'Seoul, Republic of Korea',
    /** Where post reaches the operator, in one line; mail to subscribers must carry it. `null` while it is not published. */
    postalAddress: null as string | null,
  },

  emails: {
    support: 'support@whitecoat.example',
    privacy: 'privacy@whitecoat.example',
    postings: 'postings@whitecoat.example',
  },

  /** What the landing page claims at large; the third is money, and shown as such. */
  heroFigures: [
    { value: '2,847', label: 'Active Jobs', isPay: false },
    { value: '1,200+', label: 'Hospitals', isPay: false },
    { value: '$285K', label: 'Avg. Salary', isPay: true },
  ],
} as const

/** An alert that nobody confirms is deleted after so many days; the privacy policy says so. */
export const unconfirmedAlertDays = 7

/** 'Whitecoat' by its operator, as a sentence's subject. */
export const operatorName = (): string => site.operator.legalName ?? `The operator of ${site.name}, ${site.operator.description}`
