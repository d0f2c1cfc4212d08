/** Somebody whom the demo's identity provider knows. */
export type SamplePerson = {
  subject: string
  givenName: string
  familyName: string
  email?: string
  emailVerified?: boolean
  /** What is special about them, in words. */
  about: string
}

/** One for each kind of answer that a real provider may give. */
export const samplePeople: readonly SamplePerson[] = [
  {
    subject: 'sample-physician',
    givenName: 'Sample',
    familyName: 'Physician',
    email: 'sample.physician@demo.example',
    emailVerified: true,
    about: 'sample.physician@demo.example',
  },
  {
    subject: 'sample-employer',
    givenName: 'Sample',
    familyName: 'Employer',
    email: 'sample.employer@demo.example',
    emailVerified: true,
    about: 'sample.employer@demo.example',
  },
  {
    subject: 'sample-without-email',
    givenName: 'Sample',
    familyName: 'Visitor',
    about: 'Has no e-mail address',
  },
  {
    subject: 'sample-unverified-email',
    givenName: 'Sample',
    familyName: 'Colleague',
    email: 'sample.colleague@demo.example',
    emailVerified: false,
    about: 'sample.colleague@demo.example, not verified',
  },
]
