import { site, unconfirmedAlertDays } from '#features/site/config.ts'
import type { MailContent } from '#server/lib/mail/content.ts'

type Alert = {
  label: string
  href: string
}

export const confirmAlertMail = ({ label, href }: Alert): MailContent => ({
  subject: `Confirm your job alert: ${label}`,
  preview: 'One press, and new jobs like these come to you.',
  blocks: [
    { kind: 'heading', text: 'Confirm your job alert' },
    { kind: 'text', text: `Somebody, most likely you, wants new jobs of this search to be mailed to this address:\n${label}` },
    { kind: 'button', label: 'Confirm job alert', href },
    {
      kind: 'note',
      text: `The link works for ${unconfirmedAlertDays} days. If it was not you, do nothing: no other mail will come.`,
    },
  ],
})

export const knownAlertMail = ({ label, href }: Alert): MailContent => ({
  subject: `You have this job alert: ${label}`,
  preview: 'There is nothing to confirm.',
  blocks: [
    { kind: 'heading', text: 'You have this job alert already' },
    { kind: 'text', text: `Somebody, most likely you, has asked again for new jobs of this search:\n${label}` },
    { kind: 'text', text: 'There is nothing to confirm. Whether it is on or paused, and how often it comes, is here:' },
    { kind: 'button', label: 'Your job alerts', href },
  ],
})

export const alertsLinkMail = ({ href }: { href: string }): MailContent => ({
  subject: `Your job alerts on ${site.name}`,
  preview: 'The link to change, pause or delete them.',
  blocks: [
    { kind: 'heading', text: 'Your job alerts' },
    { kind: 'text', text: 'You, or somebody who knows this address, have asked for the link to its job alerts.' },
    { kind: 'button', label: 'Your job alerts', href },
    { kind: 'note', text: 'Whoever has the link can change, pause and delete them, so keep it to yourself.' },
  ],
})
