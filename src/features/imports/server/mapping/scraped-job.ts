/** What all item shapes are brought to before anything is understood: raw texts under one set of names. */
export type ScrapedJob = {
  /** The site the item looks like: the default name of its source. */
  shape: ShapeName
  sourceId?: string
  title?: string
  employer?: string
  location: ScrapedLocation
  url?: string
  applyUrl?: string
  /** HTML or plain text. */
  description?: string
  requirements?: string
  benefits?: string
  employmentTypes: string[]
  /** How the physician is engaged, where the source has a field of its own for it: 'Employee', 'Independent Contractor'. */
  contract?: string
  pay: ScrapedPay
  /** In order of trust; the first that can be read counts. */
  posted: (string | number)[]
  expires?: string | number
  specialties: string[]
  /** What the source calls the profession: 'Physician', 'Nurse Practitioner'. */
  profession?: string
  closed: boolean
  remote: boolean
  /** Whom to ask. No preset reads these: only a mapping says that an address is meant for it. */
  contactName?: string
  contactEmail?: string
  contactPhone?: string
}

export type ShapeName = 'Indeed' | 'LinkedIn' | 'Google Jobs' | 'PracticeLink' | 'Health eCareers' | 'Dataset'

export type ScrapedLocation = { text?: string; city?: string; state?: string; zip?: string; country?: string }

export type ScrapedPay = { text?: string; min?: number; max?: number; unit?: string }
