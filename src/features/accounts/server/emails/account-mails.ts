import { site } from '#features/site/config.ts'
import { harmlessName } from '#server/lib/mail/address.ts'
import type { MailContent } from '#server/lib/mail/content.ts'

type Link = { name: string | null; href: string }

export const verifyEmailMail = ({ name, href }: Link): MailContent => ({
  subject: `Confirm your email address for ${site.name}`,
  preview: 'One press, and we know that this address is yours.',
  blocks: [
    { kind: 'heading', text: 'Confirm your email address' },
    { kind: 'text', text: `${greeting(name)} you have created an account with this address. Please confirm that it is yours.` },
    { kind: 'button', label: 'Confirm email address', href },
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

/** To the owner, after an event in the account. */
const notice =
  (subjectOn: (siteName: string) => string, heading: string, sentence: string, advice: string) =>
  ({ name, href }: Link): MailContent => ({
    subject: subjectOn(site.name),
    blocks: [
      { kind: 'heading', text: heading },
      { kind: 'text', text: `${greeting(name)} ${sentence}` },
      { kind: 'text', text: advice },
      { kind: 'button', label: 'Open your account', href },
    ],
  })

const notYou = 'If it was not you, change your password, and sign out everywhere else.'

export const newDeviceMail = ({ browser, ip, ...link }: Link & { browser: string; ip: string }): MailContent =>
  notice(
    (name) => `New sign-in to your ${name} account`,
    'A new sign-in',
    `your account was just opened in a browser that we have not seen before: ${browser}, from the address ${ip}.`,
    `If it was you, you need to do nothing. ${notYou}`,
  )(link)

export const secondStepAddedMail = notice(
  (name) => `Your ${name} account has a new second step`,
  'A second step was added',
  'a second step was just added to your account. Signing in asks for it from now on.',
  notYou,
)

export const secondStepRemovedMail = notice(
  (name) => `A second step of your ${name} account was removed`,
  'A second step was removed',
  'a second step of your account was just removed.',
  notYou,
)

export const confirmAddressMail = ({ name, href }: Link): MailContent => ({
  subject: `Confirm your new email address for ${site.name}`,
  preview: 'The link works for one hour.',
  blocks: [
    { kind: 'heading', text: 'Confirm your new address' },
    { kind: 'text', text: `${greeting(name)} you asked us to change the address of your account to this one.` },
    { kind: 'button', label: 'Confirm the new address', href },
    {
      kind: 'note',
      text: 'The link works once and for one hour, where you are signed in. If it was not you, ignore this email.',
    },
  ],
})

export const addressChangeAskedMail = notice(
  (name) => `A new email address for your ${name} account`,
  'Your address is about to change',
  'somebody, probably you, asked us to change the email address of your account.',
  notYou,
)

export const addressChangedMail = notice(
  (name) => `Your ${name} account has this address now`,
  'Your address has changed',
  'this is the email address of your account from now on. We have told the old one, too.',
  'Job alerts and mail about your account come here.',
)

/** To the old address. */
export const undoAddressMail = ({ name, href }: Link): MailContent => ({
  subject: `The email address of your ${site.name} account has changed`,
  preview: 'If it was not you, you can undo it for seven days.',
  blocks: [
    { kind: 'heading', text: 'Your address has changed' },
    { kind: 'text', text: `${greeting(name)} your account has a new email address, and no longer this one.` },
    { kind: 'text', text: 'If it was not you, undo it: the account comes back to this address, and is signed out everywhere.' },
    { kind: 'button', label: 'Undo the change', href },
    { kind: 'note', text: 'The link works once and for seven days. If it was you, you need to do nothing.' },
  ],
})

/** To the address that the account had for a while. */
export const addressRestoredMail = notice(
  (name) => `The email address of your ${name} account has changed back`,
  'Your address has changed back',
  'the change of the email address of your account was undone from its old address.',
  'The account no longer uses this address.',
)

/** Anybody can sign up with anybody's address, so the name must carry no message. */
const greeting = (name: string | null): string => {
  const harmless = harmlessName(name ?? '')
  return harmless === '' ? 'Hello,' : `Dear ${harmless},`
}
