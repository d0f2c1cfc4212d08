export const inquiryStatuses = ['sent', 'read', 'answered', 'closed', 'withdrawn'] as const
export type InquiryStatus = (typeof inquiryStatuses)[number]

/** The transitions of an inquiry, for server and pages. */
export const inquiryCan = {
  answer: (status: InquiryStatus): boolean => status !== 'withdrawn' && status !== 'closed',
  close: (status: InquiryStatus): boolean => status !== 'withdrawn' && status !== 'closed',
  withdraw: (status: InquiryStatus): boolean => status !== 'withdrawn' && status !== 'closed',
}

export const maxMessageLength = 1000
export const maxNameLength = 100
export const maxReplyLength = 5000

/** How long a visitor's inquiry with a CV waits for its link, and how many wait. */
export const waitingHours = 48
export const maxWaitingOfAddress = 3
export const maxWaiting = 1000

/** The physician's label for each status; the poster's where it differs. */
export const inquiryStatusLabels: Record<InquiryStatus, string> = {
  sent: 'Sent',
  read: 'Read',
  answered: 'Answered',
  closed: 'Closed',
  withdrawn: 'Withdrawn',
}
