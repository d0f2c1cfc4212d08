export const inquiryStatuses = ['sent', 'read', 'answered', 'closed', 'withdrawn'] as const
export type InquiryStatus = (typeof inquiryStatuses)[number]

/** What may still happen to an inquiry; server and pages ask the same. */
export const inquiryCan = {
  answer: (status: InquiryStatus): boolean => status !== 'withdrawn' && status !== 'closed',
  close: (status: InquiryStatus): boolean => status !== 'withdrawn' && status !== 'closed',
  withdraw: (status: InquiryStatus): boolean => status !== 'withdrawn' && status !== 'closed',
}

export const maxMessageLength = 1000
export const maxNameLength = 100
export const maxReplyLength = 5000

/** What a status is called to the physician, and to the poster where that differs. */
export const inquiryStatusLabels: Record<InquiryStatus, string> = {
  sent: 'Sent',
  read: 'Read',
  answered: 'Answered',
  closed: 'Closed',
  withdrawn: 'Withdrawn',
}
