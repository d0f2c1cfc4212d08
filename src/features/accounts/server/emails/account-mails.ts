import type { MailContent } from '#server/lib/mail/content.ts'
import { site } from '#features/site/config.ts'

type Link = { name: string | null; href: string }

export const verifyEmailMail = ({ name, href }: Link): MailContent => ({
  subject: `Confirm your e-mail address for ${site.name}`,
  preview: 'One press, and we know that this address is yours.',
  blocks: [
    { kind: 'heading', text: 'Confirm your e-mail address' },
    { kind: 'text', text: `${greeting(name)} you have created an account with this address. Please confirm that it is yours.` },
    { kind: 'button', label: 'Confirm e-mail address', href },
    { kind: 'note', text: 'The link works once and for one hour. If you have created no account, do nothing.' },
  ],
})

export const resetPasswordMail = ({ name, href }: Link): MailContent => ({
  subject: `Set a new password for ${site.name}`,
  preview: 'The link works for one hour.',
  blocks: [
    { kind: 'heading', text: 'Set a new password' },
    { kind: 'text', text: `${greeting(name)} somebody, most likely you, has asked for a new password for this account.` },
    { kind: 'button', label: 'Set a new password', href },
    { kind: 'note', text: 'The link works once and for one hour. If it was not you, do nothing: your password stays as it is.' },
  ],
})

export const passwordChangedMail = ({ name, href }: Link): MailContent => ({
  subject: `Your ${site.name} password was changed`,
  blocks: [
    { kind: 'heading', text: 'Your password was changed' },
    {
      kind: 'text',
      text: `${greeting(name)} the password of your account has just been changed. Everywhere else it is signed out.`,
    },
    { kind: 'text', text: 'If it was not you, set a new password at once.' },
    { kind: 'button', label: 'Set a new password', href },
  ],
})

const greeting = (name: string | null): string => (name === null ? 'Hello,' : `Dear ${name},`)
