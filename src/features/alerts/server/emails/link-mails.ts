import { site, unconfirmedAlertDays } from '#features/site/config.ts'
import type { MailContent } from '#server/lib/mail/content.ts'

type Alert = {
  label: string
  href: string
}

export const confirmAlertMail = ({ label, href }: Alert): MailContent => ({
  subject: `Confirm your job alert: ${label}`,
  preview: 'Confirm to get new jobs like these by email.',
  blocks: [
    { kind: 'heading', text: 'Confirm your job alert' },
    { kind: 'text', text: `Someone, probably you, asked us to email new jobs for this search to this address:\n${label}` },
    { kind: 'button', label: 'Confirm job alert', href },
    {
      kind: 'note',
      text: `The link works for ${unconfirmedAlertDays} days. If it was not you, ignore this email: we will not send another.`,
    },
  ],
})

export const knownAlertMail = ({ label, href }: Alert): MailContent => ({
  subject: `You already have this job alert: ${label}`,
  preview: 'You do not need to confirm it.',
  blocks: [
    { kind: 'heading', text: 'You already have this job alert' },
    { kind: 'text', text: `Someone, probably you, asked again for new jobs for this search:\n${label}` },
    { kind: 'text', text: 'You do not need to confirm it. See whether it is on, and how often we email you, here:' },
    { kind: 'button', label: 'Your job alerts', href },
  ],
})

export const alertsLinkMail = ({ href }: { href: string }): MailContent => ({
  subject: `Your job alerts on ${site.name}`,
  preview: 'The link to change, pause or delete them.',
  blocks: [
    { kind: 'heading', text: 'Your job alerts' },
    { kind: 'text', text: 'You, or someone who knows this address, asked for the link to its job alerts.' },
    { kind: 'button', label: 'Your job alerts', href },
    { kind: 'note', text: 'Anyone with the link can change, pause and delete them, so do not share it.' },
  ],
})
