import { site } from '#features/site/config.ts'
import { harmlessName, mailOf, type MailContent } from '#platform/server/mail/content.ts'

export const keysEndedMail = ({
  names,
  href,
}: {
  names: readonly string[]
  href: string
}): MailContent =>
  mailOf({
    subject: 'Keys of your organization stopped working',
    body: [
      `These keys acted for an owner who is no longer one: ` +
        `${names.map((name) => harmlessName(name) || 'a key').join(', ')}. Programs that use them ` +
        'are refused. Make new keys for those that shall go on.',
    ],
    button: ['Open keys and hooks', href],
    reason: `You get this email because you own an organization on ${site.name}.`,
  })

export const hookOffMail = ({ host, href }: { host: string; href: string }): MailContent =>
  mailOf({
    subject: 'A hook of your organization was switched off',
    body: [
      `The system at ${harmlessName(host) || 'its address'} answered that it takes no more notices ` +
        '(410). We sent it nothing since. A test switches the hook on again.',
    ],
    button: ['Open keys and hooks', href],
    reason: `You get this email because you own an organization on ${site.name}.`,
  })
