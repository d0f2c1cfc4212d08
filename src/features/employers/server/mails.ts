import { site } from '#features/site/config.ts'
import { harmlessName, mailOf, type MailContent } from '#platform/server/mail/content.ts'
import { invitationDays, seatNames, type Seat } from '../model.ts'

/**
 * Without the name to an address that has not proved itself: anybody can call an organization
 * anything.
 */
export const invitationMail = ({ organization, seat, href }: Invitation): MailContent => {
  const name = harmlessName(organization ?? '') || 'an employer'
  return mailOf({
    subject: `Join the team of ${name} on ${site.name}`,
    body: [
      `Someone who hires physicians on ${site.name} invites you to their team. Your seat: ` +
        `${seatNames[seat]}.`,
    ],
    button: ['See the invitation', href],
    note:
      `The link works once, for ${invitationDays} days, with an account of this address. If ` +
      'you expect no invitation, ignore this email.',
    reason: `You get this email because someone invited this address to a team on ${site.name}.`,
  })
}

type Invitation = { organization: string | null; seat: Seat; href: string }

export const seatEndedMail = ({
  organization,
  href,
}: {
  organization: string
  href: string
}): MailContent => {
  const name = harmlessName(organization) || 'your organization'
  return mailOf({
    subject: `You left the team of ${name}`,
    body: [
      `You no longer see or change its postings and inquiries on ${site.name}. Those that were ` +
        'yours went to another member.',
    ],
    button: ['Open your dashboard', href],
    reason: `You get this email because you had a seat in a team on ${site.name}.`,
  })
}

type StaleContacts = { postings: readonly { title: string; href: string }[]; href: string }

export const staleContactsMail = ({ postings, href }: StaleContacts): MailContent =>
  mailOf({
    subject: 'Postings that name somebody who left your team',
    body: [
      'Somebody left your team. These postings still name their address, so applications may go ' +
        'there. Please enter another one.',
      {
        kind: 'list',
        items: postings.slice(0, maxMailed).map((posting) => ({ ...posting, lines: [] })),
      },
      ...(postings.length > maxMailed
        ? [`${postings.length - maxMailed} more are on your team page.`]
        : []),
    ],
    button: ['Open the team page', href],
    reason: `You get this email because you own an organization on ${site.name}.`,
  })
const maxMailed = 20

/** About a request for a seat, to those whom it concerns: they have proved their addresses. */
export const seatRequestMail = ({
  subject,
  text,
  href,
}: {
  subject: string
  text: string
  href: string
}): MailContent =>
  mailOf({
    subject,
    body: [text],
    button: ['Open the team page', href],
    reason:
      `You get this email because you post for this employer on ${site.name}, look after ` +
      'it, or asked for a seat.',
  })
