import { line, type Field } from './field.ts'

const facility = { public: { section: 'facility-information', unmarked: true }, edit: { section: 'facility' } } as const
const facilityHalf = { public: { ...facility.public, width: 'half' }, edit: { ...facility.edit, width: 'half' } } as const
const whereToApply = 'Where physicians apply: a web address, or mailto: with an email address'
const closesThen = 'The posting closes at the end of that day, where the job is'
const link = { inputMode: 'url', spellCheck: false } as const

/** The facility, how to apply, and whom to ask. */
export const applicationFields = {
  facilityName: line('facility_name', 'Facility name', 100, {
    helps: ['Facility name', 1],
    csv: { aliases: 'facility site' },
    ...facility,
  }),
  facilityStreet: line('facility_street', 'Street', 200, {
    isPublicText: true,
    tooLong: 'Facility street is too long',
    input: { autoComplete: 'street-address' },
    ...facility,
  }),
  facilityCity: line('facility_city', 'Facility city', 100, facilityHalf),
  facilityState: line('facility_state', 'Facility state', 50, facilityHalf),
  facilityZip: line('facility_zip', 'ZIP code', 20, {
    tooLong: 'Facility ZIP code is too long',
    input: { autoComplete: 'postal-code', inputMode: 'numeric' },
    ...facilityHalf,
  }),
  facilityCountry: line('facility_country', 'Country', 50, {
    isPublicText: true,
    tooLong: 'Facility country is too long',
    input: { autoComplete: 'country-name' },
    ...facilityHalf,
  }),
  applyUrl: {
    column: 'apply_url',
    kind: 'link',
    label: 'Apply URL',
    input: link,
    helps: ['Apply link', 2],
    csv: {
      aliases: 'apply applylink applyhere applyat howtoapply application applicationurl applicationlink joburl url link website',
    },
    public: { section: 'application-and-contact', required: true, hint: whereToApply },
    account: { section: 'employer', required: true, hint: whereToApply },
    edit: { section: 'employer-and-application', unmarked: true, hint: whereToApply },
  },
  applyUntil: {
    column: 'apply_until',
    kind: 'date',
    label: 'Accept applications until',
    input: { type: 'date' },
    csv: { aliases: 'closingdate deadline applicationdeadline applyby closes closedate enddate expires expirationdate' },
    public: { section: 'application-and-contact', hint: closesThen, width: 'left' },
    account: { section: 'employer', hint: closesThen, width: 'left' },
    edit: { section: 'employer-and-application', hint: closesThen, width: 'left' },
  },
  contactEmail: {
    column: 'contact_email',
    kind: 'email',
    label: 'Contact email',
    input: { type: 'email', inputMode: 'email', autoComplete: 'email' },
    csv: { aliases: 'email contact emailaddress recruiteremail' },
    public: {
      section: 'application-and-contact',
      required: true,
      hint: 'For inquiries and the link to edit the posting. Never shown.',
      width: 'half',
    },
    account: { section: 'employer', hint: 'For inquiries. Never shown.' },
    edit: { section: 'employer-and-application', unmarked: true, hint: 'For inquiries. Never shown.', width: 'half' },
  },
  publicEmail: {
    column: 'public_email',
    isPublicText: true,
    kind: 'email',
    label: 'Public email',
    input: { type: 'email', inputMode: 'email' },
    helps: ['Public contact email', 1],
    csv: { aliases: 'shownemail' },
    public: { section: 'application-and-contact', hint: 'Shown on the posting', width: 'half' },
    edit: { section: 'employer-and-application', hint: 'Shown on the posting', width: 'half' },
  },
  logoUrl: {
    column: 'logo_url',
    isPublicText: true,
    kind: 'picture',
    label: 'Logo URL',
    input: link,
    public: { section: 'application-and-contact', hint: 'The web address of an image, such as https://example.com/logo.png' },
    edit: { section: 'employer-and-application', hint: 'The web address of an image, such as https://example.com/logo.png' },
  },
} as const satisfies Record<string, Field>
