import type { MailContent } from '#server/lib/mail/content.ts'
import { site } from '#features/site/config.ts'

export const administratorMail = ({ name, href }: { name: string | null; href: string }): MailContent => ({
  subject: `You are an administrator of ${site.name}`,
  preview: 'Set your password within one hour.',
  blocks: [
    { kind: 'heading', text: 'You are an administrator' },
    {
      kind: 'text',
      text: `${name === null ? 'Hello,' : `Dear ${name},`} your account here now has the rights of an administrator.`,
    },
    { kind: 'button', label: 'Set your password', href },
    { kind: 'note', text: 'The link works once and for one hour. Later, ask for a new password on the sign-in page.' },
  ],
})
