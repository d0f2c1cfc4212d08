import { site, unconfirmedAlertDays } from '#features/site/config.ts'
import type { MailContent } from '#platform/server/mail/content.ts'

type Alert = {
  label: string
  href: string
}

/** Without the search: anyone can type any words and any address. */
export const confirmAlertMail = ({ href }: Pick<Alert, 'href'>): MailContent => ({
  subject: 'Confirm your job alert',
  preview: 'We email you new jobs only after you confirm.',
  blocks: [
    { kind: 'heading', text: 'Confirm your job alert' },
    { kind: 'text', text: 'Someone, probably you, asked us to email you new jobs for a search.' },
    { kind: 'button', label: 'Confirm job alert', href },
    {
      kind: 'note',
      text: `The link works for ${unconfirmedAlertDays} days. If it was not you, ignore this email. We will not send another.`,
    },
  ],
  reason: askedReason(),
})

export const knownAlertMail = ({ label, href }: Alert): MailContent => ({
  subject: `You already have this job alert: ${label}`,
  preview: 'You do not need to confirm it.',
  blocks: [
    { kind: 'heading', text: 'You already have this job alert' },
    { kind: 'text', text: `Someone, probably you, asked again for new jobs for this search:\n${label}` },
    { kind: 'text', text: 'You do not need to confirm it. You can pause it or change how often we email you.' },
    { kind: 'button', label: 'Open your job alerts', href },
  ],
  reason: askedReason(),
})

export const alertsLinkMail = ({ href }: { href: string }): MailContent => ({
  subject: `Your job alerts on ${site.name}`,
  preview: 'Use this link to change, pause or delete them.',
  blocks: [
    { kind: 'heading', text: 'Your job alerts' },
    { kind: 'text', text: 'Someone, probably you, asked for a link to the job alerts of this address.' },
    { kind: 'button', label: 'Open your job alerts', href },
    { kind: 'note', text: 'Anyone with the link can change, pause and delete them, so do not share it.' },
  ],
  reason: askedReason(),
})

const askedReason = (): string => `You get this email because someone entered this address on ${site.name}.`
