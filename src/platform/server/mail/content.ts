import { z } from 'zod'

/** A mail's content, from which HTML and plain text are rendered. */
export type MailContent = {
  subject: string
  /** The preview text; default: the first words. */
  preview?: string
  blocks: readonly MailBlock[]
  /** Why the reader gets this mail, as a sentence in the footer. */
  reason?: string
  /** Its line in a mail with others; without one it leaves alone. */
  gather?: Gather
}

export type MailBlock =
  | { kind: 'heading' | 'text' | 'note' | 'quote'; text: string }
  | { kind: 'button'; label: string; href: string }
  | { kind: 'facts'; items: readonly { term: string; value: string }[] }
  | { kind: 'list'; items: readonly MailListItem[] }

/** How a mail stands in one that carries several. Stored as JSON. */
export type Gather = {
  /**
   * Mails of one key to one address that are due about the same time leave as one, also within the
   * pace.
   */
  key?: string
  /**
   * The words after a count of several: 'inquiries'; with a key the rest of the subject: 'job
   * postings are live'.
   */
  many: string
  /** The words above the lines. */
  intro?: string
  line: MailListItem
  /** Where all of them are, for those that a long mail does not list. */
  more?: { label: string; href: string }
}

export type Outline = {
  subject: string
  /** Default: the first words. */
  preview?: string
  /** Default: the subject. */
  heading?: string
  /** Paragraphs, and other blocks between them. */
  body: readonly (string | MailBlock)[]
  button?: readonly [label: string, href: string]
  note?: string
  reason: string
  /** The line is the subject with the button's address, if it says nothing else. */
  gather?: Omit<Gather, 'line'> & { line?: Partial<MailListItem> }
}

/** A mail as most are: a heading, paragraphs, a button and a note. */
export const mailOf = ({
  subject,
  preview,
  heading = subject,
  body,
  button,
  note,
  reason,
  gather,
}: Outline): MailContent => ({
  subject,
  ...(preview !== undefined && { preview }),
  blocks: [
    { kind: 'heading', text: heading },
    ...body.map((part): MailBlock =>
      typeof part === 'string' ? { kind: 'text', text: part } : part,
    ),
    ...(button ? [{ kind: 'button' as const, label: button[0], href: button[1] }] : []),
    ...(note === undefined ? [] : [{ kind: 'note' as const, text: note }]),
  ],
  reason,
  ...(gather && {
    gather: {
      ...gather,
      line: { title: subject, ...(button && { href: button[1] }), lines: [], ...gather.line },
    },
  }),
})

/** Share one object between mails, so that it is rendered once. */
export type MailListItem = { title: string; href?: string; lines: readonly string[] }

/** The sender's identity in header and footer. */
export type MailIdentity = {
  /** The site's name. */
  name: string
  /** Without a trailing slash. */
  publicUrl: string
  /** The operator, as the subject of a sentence. */
  operator: string
  colors: MailColors
  /** Null until it is published. */
  postalAddress: string | null
}

/** Of the name, links and buttons, in the light and the dark theme. */
export type MailColors = { light: string; dark: string }

/** The footer of every mail. */
export type MailFoot = MailIdentity & { reason: string; unsubscribeUrl: string | undefined }

export const defaultReason = (name: string): string =>
  `You get this email because this address was used on ${name}.`

export type MailAddress = { name?: string | undefined; address: string }

const address = z.email()

/** @throws {z.ZodError} unless the text is one plain address. */
export const plainAddress = (text: string): string => address.parse(text.trim())

export const mailAddress = (given: string | MailAddress): MailAddress =>
  typeof given === 'string'
    ? { address: plainAddress(given) }
    : {
        address: plainAddress(given.address),
        ...(given.name !== undefined && { name: oneLine(given.name) }),
      }

/** A line break would start another header. */
export const oneLine = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, ' ').trim()

const longestName = 60

/**
 * A name that somebody typed, for a mail to somebody else. Mail programs turn addresses, domains
 * and phone numbers into links, so the name loses them. It is no longer than names are. Empty if
 * nothing is left.
 */
export const harmlessName = (name: string): string =>
  oneLine(name)
    .replaceAll(/\S*(?:@|:\/\/|\/)\S*/g, ' ')
    .replaceAll(/\S*\p{L}\.\p{L}{2,}\S*/gu, ' ')
    .replaceAll(/[\d+(][\d\s().+-]{5,}/g, ' ')
    .replaceAll(/[^\p{L}\p{M}\p{N}\s.,'’()-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, longestName)
    .trim()

export function parseAddress(text: string): MailAddress | undefined {
  const [, name, inBrackets] = /^\s*"?([^"<>]*?)"?\s*<([^<>]+)>\s*$/.exec(text) ?? []
  const parsed = address.safeParse(inBrackets ?? text.trim())
  if (!parsed.success) return undefined
  return { address: parsed.data, ...(name && { name: oneLine(name) }) }
}
