import { site } from '#features/site/config.ts'
import { harmlessName } from '#server/lib/mail/address.ts'
import type { MailContent } from '#server/lib/mail/content.ts'

type Link = { name: string | null; href: string }

export const verifyEmailMail = ({ name, href }: Link): MailContent => ({
  subject: `Confirm your email address for ${site.name}`,
  preview: 'Confirm that this address is yours.',
  blocks: [
    { kind: 'heading', text: 'Confirm your email address' },
    { kind: 'text', text: `${greeting(name)} You created an account with this address. Please confirm that it is yours.` },
    { kind: 'button', label: 'Confirm email address', href },
    { kind: 'note', text: 'The link works once, for one hour. If you did not create an account, ignore this email.' },
  ],
})

export const resetPasswordMail = ({ name, href }: Link): MailContent => ({
  subject: `Set a new password for ${site.name}`,
  preview: 'The link works for one hour.',
  blocks: [
    { kind: 'heading', text: 'Set a new password' },
    { kind: 'text', text: `${greeting(name)} Someone, probably you, asked for a new password for this account.` },
    { kind: 'button', label: 'Set a new password', href },
    {
      kind: 'note',
      text: 'The link works once, for one hour. If it was not you, ignore this email: your password does not change.',
    },
  ],
})

export const signInLinkMail = ({ name, href }: Link): MailContent => ({
  subject: `Your sign-in link for ${site.name}`,
  preview: 'The link works once, for one hour.',
  blocks: [
    { kind: 'heading', text: 'Sign in' },
    { kind: 'text', text: `${greeting(name)} Someone, probably you, asked for a link that signs in to this account.` },
    { kind: 'button', label: 'Sign in', href },
    { kind: 'note', text: 'The link works once, for one hour. If it was not you, ignore this email and do not share the link.' },
  ],
})

export const passwordChangedMail = ({ name, href }: Link): MailContent => ({
  subject: `Your ${site.name} password was changed`,
  blocks: [
    { kind: 'heading', text: 'Your password was changed' },
    {
      kind: 'text',
      text: `${greeting(name)} Your password was just changed, and all your other devices were signed out.`,
    },
    { kind: 'text', text: 'If it was not you, set a new password now.' },
    { kind: 'button', label: 'Set a new password', href },
  ],
})

type Linked = Link & { provider: string }

export const identityLinkedMail = ({ name, provider, href }: Linked): MailContent => ({
  subject: `You can now sign in with ${provider}`,
  blocks: [
    { kind: 'heading', text: 'A new way to sign in' },
    { kind: 'text', text: `${greeting(name)} You can now sign in to your account with ${provider}, too.` },
    { kind: 'text', text: 'If you did not add it, remove it on your account page and change your password.' },
    { kind: 'button', label: 'Open your account', href },
  ],
})

export const accountTakenOverMail = ({ name, provider, href }: Linked): MailContent => ({
  subject: `Your account now opens with ${provider}`,
  blocks: [
    { kind: 'heading', text: 'This account is now yours' },
    {
      kind: 'text',
      text: `${greeting(name)} Someone created an account with your address and never confirmed it. ${provider} says that the address is yours, so the account is now yours.`,
    },
    { kind: 'text', text: 'Its old password no longer works, and all other devices were signed out. Please check the profile.' },
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
      text: `${greeting(name)} Your account is now an administrator account.`,
    },
    { kind: 'button', label: 'Set your password', href },
    { kind: 'note', text: 'The link works once, for one hour. After that, ask for a new password on the sign-in page.' },
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

const notYou = 'If it was not you, change your password and sign out all other devices.'

export const newDeviceMail = ({ browser, ip, ...link }: Link & { browser: string; ip: string }): MailContent =>
  notice(
    (name) => `New sign-in to your ${name} account`,
    'A new sign-in',
    `Someone just signed in to your account in a new browser: ${browser}, from the address ${ip}.`,
    `If it was you, you can ignore this email. ${notYou}`,
  )(link)

export const secondStepAddedMail = notice(
  (name) => `Your ${name} account has a new second step`,
  'A second step was added',
  'A second step was just added to your account. You need it each time you sign in.',
  notYou,
)

export const secondStepRemovedMail = notice(
  (name) => `A second step was removed from your ${name} account`,
  'A second step was removed',
  'A second step was just removed from your account.',
  notYou,
)

export const confirmAddressMail = ({ name, href }: Link): MailContent => ({
  subject: `Confirm your new email address for ${site.name}`,
  preview: 'The link works for one hour.',
  blocks: [
    { kind: 'heading', text: 'Confirm your new address' },
    { kind: 'text', text: `${greeting(name)} You asked us to change your account to this address.` },
    { kind: 'button', label: 'Confirm the new address', href },
    {
      kind: 'note',
      text: 'The link works once, for one hour, in a browser where you are signed in. If it was not you, ignore this email.',
    },
  ],
})

export const addressChangeAskedMail = notice(
  (name) => `A new email address for your ${name} account`,
  'Your address is about to change',
  'Someone, probably you, asked us to change the email address of your account.',
  notYou,
)

export const addressChangedMail = notice(
  (name) => `Your ${name} account now uses this address`,
  'Your address has changed',
  'This is now the email address of your account. We wrote to your old address, too.',
  'We send job alerts and emails about your account here.',
)

/** To the old address. */
export const undoAddressMail = ({ name, href }: Link): MailContent => ({
  subject: `The email address of your ${site.name} account has changed`,
  preview: 'If it was not you, you can undo it for seven days.',
  blocks: [
    { kind: 'heading', text: 'Your address has changed' },
    { kind: 'text', text: `${greeting(name)} Your account now uses another email address.` },
    { kind: 'text', text: 'If it was not you, undo it: your account gets this address back, and all devices are signed out.' },
    { kind: 'button', label: 'Undo the change', href },
    { kind: 'note', text: 'The link works once, for seven days. If it was you, you can ignore this email.' },
  ],
})

/** To the address that the account had for a while. */
export const addressRestoredMail = notice(
  (name) => `The email address of your ${name} account has changed back`,
  'Your address has changed back',
  'The owner of the old address undid the change of your account’s email address.',
  'Your account no longer uses this address.',
)

/** Anybody can sign up with anybody's address, so the name must carry no message. */
const greeting = (name: string | null): string => {
  const harmless = harmlessName(name ?? '')
  return harmless === '' ? 'Hello.' : `Hello ${harmless}.`
}
