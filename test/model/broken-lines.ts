/** One-line breaks of the gates, and the hole that each opens again. */

export type Break = { gate: string; file: string; text: string; instead: string; reopens: string }

const inquiries = 'src/features/inquiries/server'

const senders: Break[] = [
  {
    gate: 'senders',
    file: `${inquiries}/queries.ts`,
    text: "withdrawn_at is null and proof <> 'none' and ${sender.proof} <> 'none' and (\n      sender_id = ${sender.sender_id} or sender_id is null and email = ${email} and proof = 'link'",
    instead:
      "withdrawn_at is null and (\n      sender_id = ${sender.sender_id} or email = ${email} or sender_id is null and email = ${email} and proof = 'link'",
    reopens: 'what a stranger sends joins the application of the address',
  },
  {
    gate: 'senders',
    file: `${inquiries}/service.ts`,
    text: "if (proof === 'none' && (await queries.isSentUnproved(transaction, row, given))) return inquiry.id",
    instead: 'if (await queries.isSentUnproved(transaction, row, given)) return inquiry.id',
    reopens: 'the real application disappears behind a stranger’s same words',
  },
]

export const breaks: readonly Break[] = [...senders]
