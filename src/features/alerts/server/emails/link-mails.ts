import { site, unconfirmedAlertDays } from '#features/site/config.ts'
import { mailOf } from '#platform/server/mail/content.ts'

type Alert = { label: string; href: string }

/** Without the search: anyone can type any words and any address. */
export const confirmAlertMail = ({ href }: Pick<Alert, 'href'>) =>
  mailOf({
    subject: 'Confirm your job alert',
    preview: 'We email you new jobs only after you confirm.',
    heading: 'Confirm your job alert',
    body: ['Someone, probably you, asked us to email you new jobs for a search.'],
    button: ['Confirm job alert', href],
    note: `The link works for ${unconfirmedAlertDays} days. If it was not you, ignore this email. We will not send another.`,
    reason: askedReason(),
  })

export const knownAlertMail = ({ label, href }: Alert) =>
  mailOf({
    subject: `You already have this job alert: ${label}`,
    preview: 'You do not need to confirm it.',
    heading: 'You already have this job alert',
    body: [
      `Someone, probably you, asked again for new jobs for this search:\n${label}`,
      'You do not need to confirm it. You can pause it or change how often we email you.',
    ],
    button: ['Open your job alerts', href],
    reason: askedReason(),
  })

export const alertsLinkMail = ({ href }: Pick<Alert, 'href'>) =>
  mailOf({
    subject: `Your job alerts on ${site.name}`,
    preview: 'Use this link to change, pause or delete them.',
    heading: 'Your job alerts',
    body: ['Someone, probably you, asked for a link to the job alerts of this address.'],
    button: ['Open your job alerts', href],
    note: 'Anyone with the link can change, pause and delete them, so do not share it.',
    reason: askedReason(),
  })

const askedReason = (): string => `You get this email because someone entered this address on ${site.name}.`
