/** What a member may do. */
export const seats = ['owner', 'recruiter', 'assigned', 'reader'] as const
export type Seat = (typeof seats)[number]

export const seatLabels: Record<Seat, string> = {
  owner: 'Owner: everything, also the team',
  recruiter: 'Recruiter: all postings and inquiries',
  assigned: 'Recruiter of own postings only',
  reader: 'Reader: sees all, changes nothing',
}

export const seatNames: Record<Seat, string> = {
  owner: 'Owner',
  recruiter: 'Recruiter',
  assigned: 'Recruiter of own postings',
  reader: 'Reader',
}

export const pictureTypes = '.png,.jpg,.jpeg,.webp'
/** In megabytes. */
export const maxLogo = 2
export const maxPhoto = 8
export const maxPhotos = 6
export const maxAlt = 150
/** What an organization may choose for the applications that it gets. */
export const keepMonths = [3, 6, 12, 18, 24, 36] as const

/** Where a posting names an address. */
export const contactFields = ['applyUrl', 'publicEmail', 'contactEmail'] as const

export const invitationDays = 7
export const maxInvitations = 50
/**
 * What a page says of an employer's answers and closed postings is of so many at least, in the last
 * months.
 */
export const fewestCounted = 5
export const countedMonths = 12

/**
 * A seat that was asked for begins so many days after it was granted: until then those whom it
 * concerns can object.
 */
export const objectionDays = 7
/** Of who asked: 'take'. Of an administrator, where a team has no owner: 'own'. */
export const seatDecisions = ['grant', 'refuse', 'take', 'own'] as const
export type SeatDecision = (typeof seatDecisions)[number]

/** Who keeps applicants, on the page of a team. */
export const applicantsRule =
  'Inquiries belong to the organization whose member posted the job. A search firm sees its own ' +
  'candidates only, and so does its client. If a client ends the work with a search firm, each ' +
  'keeps the inquiries about its own postings, and neither gets those of the other.'
