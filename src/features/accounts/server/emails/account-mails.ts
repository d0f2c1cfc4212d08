import { site } from '#features/site/config.ts'
import { harmlessName } from '#server/lib/mail/address.ts'
import type { MailContent } from '#server/lib/mail/content.ts'

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

export const signInLinkMail = ({ name, href }: Link): MailContent => ({
  subject: `Your sign-in link for ${site.name}`,
  preview: 'The link works once and for one hour.',
  blocks: [
    { kind: 'heading', text: 'Sign in' },
    { kind: 'text', text: `${greeting(name)} somebody, most likely you, has asked for a link that signs in to this account.` },
    { kind: 'button', label: 'Sign in', href },
    { kind: 'note', text: 'The link works once and for one hour. If it was not you, do nothing, and give the link to nobody.' },
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

type Linked = Link & { provider: string }

export const identityLinkedMail = ({ name, provider, href }: Linked): MailContent => ({
  subject: `You can now sign in with ${provider}`,
  blocks: [
    { kind: 'heading', text: 'A new way to sign in' },
    { kind: 'text', text: `${greeting(name)} from now on you can also sign in to your account with ${provider}.` },
    { kind: 'text', text: 'If it was not you, remove it on your account page, and change your password.' },
    { kind: 'button', label: 'Open your account', href },
  ],
})

export const accountTakenOverMail = ({ name, provider, href }: Linked): MailContent => ({
  subject: `Your account now opens with ${provider}`,
  blocks: [
    { kind: 'heading', text: 'This account is yours now' },
    {
      kind: 'text',
      text: `${greeting(name)} somebody had created an account with your address, and never confirmed that the address is theirs. ${provider} says that it is yours, so the account is, too.`,
    },
    { kind: 'text', text: 'Its password no longer works, and it is signed out everywhere else. Please check the profile.' },
    { kind: 'button', label: 'Open your account', href },
  ],
})

export const administratorMail = ({ name, href }: Link): MailContent => ({
  subject: `You are an administrator of ${site.name}`,
  preview: 'Set your password within one hour.',
  blocks: [
    { kind: 'heading', text: 'You are an administrator' },
    {
      kind: 'text',
      text: `${greeting(name)} your account here now has the rights of an administrator.`,
    },
    { kind: 'button', label: 'Set your password', href },
    { kind: 'note', text: 'The link works once and for one hour. Later, ask for a new password on the sign-in page.' },
  ],
})

/** Anybody can sign up with anybody's address, so the name must carry no message. */
const greeting = (name: string | null): string => {
  const harmless = harmlessName(name ?? '')
  return harmless === '' ? 'Hello,' : `Dear ${harmless},`
}
