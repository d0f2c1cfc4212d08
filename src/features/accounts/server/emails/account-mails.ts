import { site } from '#features/site/config.ts'
import { harmlessName } from '#platform/server/mail/address.ts'
import type { MailBlock, MailContent } from '#platform/server/mail/content.ts'
import { momentText } from '#shared/dates.ts'

type Link = { name: string | null; href: string }

export const verifyEmailMail = ({ href }: Pick<Link, 'href'>): MailContent => ({
  subject: `Confirm your email address for ${site.name}`,
  preview: 'The link works once, for one hour.',
  blocks: [
    { kind: 'heading', text: 'Confirm your email address' },
    { kind: 'text', text: 'Hello. You created an account with this address. Please confirm that it is yours.' },
    { kind: 'button', label: 'Confirm email address', href },
    { kind: 'note', text: 'The link works once, for one hour. If you did not create an account, ignore this email.' },
  ],
  reason: `You get this email because someone created an account on ${site.name} with this address.`,
})

export const resetPasswordMail = ({ href }: Pick<Link, 'href'>): MailContent => ({
  subject: `Set a new password for ${site.name}`,
  preview: 'The link works once, for one hour.',
  blocks: [
    { kind: 'heading', text: 'Set a new password' },
    { kind: 'text', text: 'Hello. Someone, probably you, asked for a new password for this account.' },
    { kind: 'button', label: 'Set a new password', href },
    {
      kind: 'note',
      text: 'The link works once, for one hour. If it was not you, ignore this email. Your password does not change.',
    },
  ],
  reason: ownerReason(),
})

export const signInLinkMail = ({ href }: Pick<Link, 'href'>): MailContent => ({
  subject: `Your sign-in link for ${site.name}`,
  preview: 'The link works once, for ten minutes.',
  blocks: [
    { kind: 'heading', text: 'Sign in' },
    { kind: 'text', text: 'Hello. Someone, probably you, asked for a link to sign in to this account.' },
    { kind: 'button', label: 'Sign in', href },
    {
      kind: 'note',
      text: 'The link works once, for ten minutes. If it was not you, ignore this email and do not share the link.',
    },
  ],
  reason: ownerReason(),
})

export const passwordChangedMail = ({ name, href }: Link): MailContent => ({
  subject: `Your ${site.name} password was changed`,
  preview: 'If it was not you, set a new password now.',
  blocks: [
    { kind: 'heading', text: 'Your password was changed' },
    {
      kind: 'text',
      text: `${greeting(name)} Someone, probably you, just changed your password. We signed out all your other devices.`,
    },
    { kind: 'text', text: 'If it was not you, set a new password now.' },
    { kind: 'button', label: 'Set a new password', href },
  ],
  reason: ownerReason(),
})

type Linked = Link & { provider: string }

export const identityLinkedMail = ({ name, provider, href }: Linked): MailContent => ({
  subject: `You can now sign in with ${provider}`,
  preview: `If you did not add it, remove it and change your password.`,
  blocks: [
    { kind: 'heading', text: 'A new way to sign in' },
    { kind: 'text', text: `${greeting(name)} You can now also sign in to your account with ${provider}.` },
    { kind: 'text', text: 'If you did not add it, remove it on your account page and change your password.' },
    { kind: 'button', label: 'Open your account', href },
  ],
  reason: ownerReason(),
})

/** Without the name, which the stranger chose. */
export const accountTakenOverMail = ({ provider, href }: Omit<Linked, 'name'>): MailContent => ({
  subject: `Your account is now linked to ${provider}`,
  preview: 'Its old password no longer works.',
  blocks: [
    { kind: 'heading', text: 'This account is now yours' },
    {
      kind: 'text',
      text: `Hello. Someone created an account with your address and never confirmed it. ${provider} confirms that the address is yours, so the account is now yours.`,
    },
    { kind: 'text', text: 'Its old password no longer works, and we signed out all other devices. Please check the profile.' },
    { kind: 'button', label: 'Open your account', href },
  ],
  reason: ownerReason(),
})

export const administratorMail = ({ name, href }: Link): MailContent => ({
  subject: `You are an administrator of ${site.name}`,
  preview: 'Set your password within one hour.',
  blocks: [
    { kind: 'heading', text: 'You are an administrator' },
    {
      kind: 'text',
      text: `${greeting(name)} You can now review postings, run imports and manage accounts.`,
    },
    { kind: 'button', label: 'Set your password', href },
    { kind: 'note', text: 'The link works once, for one hour. After that, ask for a new password on the sign-in page.' },
  ],
  reason: ownerReason(),
})

/** To the owner, after an event in the account. */
const notice =
  (
    subjectOn: (siteName: string) => string,
    heading: string,
    sentence: string,
    advice: string,
    facts: () => MailBlock[] = () => [],
  ) =>
  ({ name, href }: Link): MailContent => ({
    subject: subjectOn(site.name),
    preview: advice,
    blocks: [
      { kind: 'heading', text: heading },
      { kind: 'text', text: `${greeting(name)} ${sentence}` },
      ...facts(),
      { kind: 'text', text: advice },
      { kind: 'button', label: 'Open your account', href },
    ],
    reason: ownerReason(),
  })

const notYou = 'If it was not you, change your password and sign out all other devices.'

export const newDeviceMail = ({ browser, ip, ...link }: Link & { browser: string; ip: string }): MailContent =>
  notice(
    (name) => `New sign-in to your ${name} account`,
    'A new sign-in',
    'Someone just signed in to your account in a new browser.',
    `If it was you, you can ignore this email. ${notYou}`,
    () => [
      {
        kind: 'facts',
        items: [
          { term: 'Browser', value: browser },
          { term: 'IP address', value: ip },
          { term: 'Time', value: momentText(new Date().toISOString()) },
        ],
      },
    ],
  )(link)

/** With a link that undoes it, where the address is confirmed. */
export const twoFactorAddedMail = ({ undo, ...link }: Link & { undo?: string }): MailContent => {
  const write = notice(
    (name) => `A second step was added to your ${name} account`,
    'A second step was added',
    'Someone, probably you, just added a second step to your account. You need it each time you sign in.',
    undo === undefined ? notYou : 'If it was not you, remove it. We also sign out all devices and end your password.',
  )
  const mail = write(link)
  if (undo === undefined) return mail
  return {
    ...mail,
    blocks: [
      ...mail.blocks.filter((it) => it.kind !== 'button'),
      { kind: 'button', label: 'Remove the second step', href: undo },
      { kind: 'note', text: 'The link works once, for seven days. If it was you, you can ignore this email.' },
    ],
  }
}

export const wrongCodesMail = notice(
  (name) => `Someone may know your ${name} password`,
  'Someone may know your password',
  'Someone entered your password, and then several wrong codes. Without your second step they cannot sign in.',
  'If it was not you, change your password.',
)

export const twoFactorRemovedMail = notice(
  (name) => `A second step was removed from your ${name} account`,
  'A second step was removed',
  'A second step was just removed from your account. You no longer need it to sign in.',
  notYou,
)

export const confirmAddressMail = ({ href }: Pick<Link, 'href'>): MailContent => ({
  subject: `Confirm your new email address for ${site.name}`,
  preview: 'The link works once, for one hour.',
  blocks: [
    { kind: 'heading', text: 'Confirm your new email address' },
    { kind: 'text', text: 'Hello. Someone, probably you, asked us to use this address for an account.' },
    { kind: 'button', label: 'Confirm the new address', href },
    {
      kind: 'note',
      text: 'The link works once, for one hour, in a browser where you are signed in. If it was not you, ignore this email.',
    },
  ],
  reason: `You get this email because someone entered this address for an account on ${site.name}.`,
})

export const addressChangeAskedMail = notice(
  (name) => `Your ${name} email address is about to change`,
  'Your email address is about to change',
  'Someone, probably you, asked us to change the email address of your account. We wrote to the new address to confirm it.',
  notYou,
)

export const addressChangedMail = notice(
  (name) => `Your ${name} account now uses this address`,
  'Your email address has changed',
  'This is now the email address of your account. We also wrote to your old address.',
  'We send job alerts and emails about your account here.',
)

/** To the old address. */
export const undoAddressMail = ({ name, href }: Link): MailContent => ({
  subject: `Your ${site.name} email address has changed`,
  preview: 'If it was not you, you can undo it for seven days.',
  blocks: [
    { kind: 'heading', text: 'Your email address has changed' },
    { kind: 'text', text: `${greeting(name)} Your account now uses another email address.` },
    { kind: 'text', text: 'If it was not you, undo it. Your account gets this address back, and we sign out all devices.' },
    { kind: 'button', label: 'Undo the change', href },
    { kind: 'note', text: 'The link works once, for seven days. If it was you, you can ignore this email.' },
  ],
  reason: `You get this email because this was the address of your account on ${site.name}.`,
})

/** To the address that the account had for a while. */
export const addressRestoredMail = ({ name }: Pick<Link, 'name'>): MailContent => ({
  subject: `Your ${site.name} email address has changed back`,
  preview: 'The account no longer uses this address.',
  blocks: [
    { kind: 'heading', text: 'Your email address has changed back' },
    {
      kind: 'text',
      text: `${greeting(name)} The account no longer uses this address. The owner of its old address undid the change.`,
    },
    { kind: 'text', text: `If you think this is a mistake, write to ${site.emails.support}.` },
  ],
  reason: `You get this email because an account on ${site.name} used this address.`,
})

type Deleted = Pick<Link, 'name'> & { byOwner: boolean }

/** The last mail about an account. */
export const accountDeletedMail = ({ name, byOwner }: Deleted): MailContent => ({
  subject: `Your ${site.name} account was deleted`,
  preview: 'The account and its data are gone.',
  blocks: [
    { kind: 'heading', text: 'Your account was deleted' },
    {
      kind: 'text',
      text: `${greeting(name)} ${byOwner ? 'Someone, probably you,' : 'An administrator'} just deleted your account and its data.`,
    },
    { kind: 'text', text: `If it was not you and you did not ask for it, write to ${site.emails.support}.` },
  ],
  reason: `You get this email because you had an account on ${site.name}.`,
})

const ownerReason = (): string => `You get this email because you have an account on ${site.name}.`

/** Anyone can sign up with any address, so the name must carry no message. */
const greeting = (name: string | null): string => {
  const harmless = harmlessName(name ?? '')
  return harmless === '' ? 'Hello.' : `Hello ${harmless}.`
}
