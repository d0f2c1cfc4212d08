/** What a mail says; how it looks is the layout's business. HTML and plain text are both made of it. */
export type MailContent = {
  subject: string
  /** What mail programs show beside the subject; without it, the first words. */
  preview?: string
  blocks: readonly MailBlock[]
  /** Why somebody gets this mail, as a sentence, for its foot. */
  reason?: string
}

export type MailBlock =
  | { kind: 'heading' | 'text' | 'note' | 'quote'; text: string }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'code'; text: string }
  | { kind: 'facts'; items: readonly { term: string; value: string }[] }
  | { kind: 'list'; items: readonly MailListItem[] }

/** One that stands in many mails should be one object: it is then rendered once. */
export type MailListItem = { title: string; href?: string; lines: readonly string[] }

/** Who a mail comes from, for its head and foot. */
export type MailIdentity = {
  /** The site's. */
  name: string
  /** Without a trailing slash. */
  publicUrl: string
  /** Who runs the site, as a sentence's subject. */
  operator: string
  /** Where post reaches the operator; null while that is not published. */
  postalAddress: string | null
}

/** What stands under every mail. */
export type MailFoot = MailIdentity & { reason: string; unsubscribeUrl: string | undefined }

export const defaultReason = (name: string): string => `You get this mail because this address was used on ${name}.`
