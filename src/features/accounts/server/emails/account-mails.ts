import { site } from '#features/site/config.ts'
import { harmlessName, mailOf, type MailBlock, type MailContent } from '#platform/server/mail/content.ts'
import { momentText } from '#shared/dates.ts'

type Link = { name: string | null; href: string }
type Href = Pick<Link, 'href'>

/** To the owner of an account. */
const ownerMail = (outline: Omit<Parameters<typeof mailOf>[0], 'reason'>): MailContent =>
  mailOf({ ...outline, reason: `You get this email because you have an account on ${site.name}.` })

/** Anyone can sign up with any address, so the name must carry no message. */
const greeting = (name: string | null): string => {
  const harmless = harmlessName(name ?? '')
  return harmless === '' ? 'Hello.' : `Hello ${harmless}.`
}

export const verifyEmailMail = ({ href }: Href): MailContent =>
  mailOf({
    subject: `Confirm your email address for ${site.name}`,
    preview: 'The link works once, for one hour.',
    heading: 'Confirm your email address',
    body: ['Hello. You created an account with this address. Please confirm that it is yours.'],
    button: ['Confirm email address', href],
    note: 'The link works once, for one hour. If you did not create an account, ignore this email.',
    reason: `You get this email because someone created an account on ${site.name} with this address.`,
  })

export const resetPasswordMail = ({ href }: Href): MailContent =>
  ownerMail({
    subject: `Set a new password for ${site.name}`,
    preview: 'The link works once, for one hour.',
    heading: 'Set a new password',
    body: ['Hello. Someone, probably you, asked for a new password for this account.'],
    button: ['Set a new password', href],
    note: 'The link works once, for one hour. If it was not you, ignore this email. Your password does not change.',
  })

export const signInLinkMail = ({ href }: Href): MailContent =>
  ownerMail({
    subject: `Your sign-in link for ${site.name}`,
    preview: 'The link works once, for ten minutes.',
    heading: 'Sign in',
    body: ['Hello. Someone, probably you, asked for a link to sign in to this account.'],
    button: ['Sign in', href],
    note: 'The link works once, for ten minutes. If it was not you, ignore this email and do not share the link.',
  })

export const confirmAddressMail = ({ href }: Href): MailContent =>
  mailOf({
    subject: `Confirm your new email address for ${site.name}`,
    preview: 'The link works once, for one hour.',
    heading: 'Confirm your new email address',
    body: ['Hello. Someone, probably you, asked us to use this address for an account.'],
    button: ['Confirm the new address', href],
    note: 'The link works once, for one hour, in a browser where you are signed in. If it was not you, ignore this email.',
    reason: `You get this email because someone entered this address for an account on ${site.name}.`,
  })

export const administratorMail = ({ name, href }: Link): MailContent =>
  ownerMail({
    subject: `You are an administrator of ${site.name}`,
    preview: 'Set your password within one hour.',
    heading: 'You are an administrator',
    body: [`${greeting(name)} You can now review postings, run imports and manage accounts.`],
    button: ['Set your password', href],
    note: 'The link works once, for one hour. After that, ask for a new password on the sign-in page.',
  })

export const passwordChangedMail = ({ name, href }: Link): MailContent =>
  ownerMail({
    subject: `Your ${site.name} password was changed`,
    preview: 'If it was not you, set a new password now.',
    heading: 'Your password was changed',
    body: [
      `${greeting(name)} Someone, probably you, just changed your password. We signed out all your other devices.`,
      'If it was not you, set a new password now.',
    ],
    button: ['Set a new password', href],
  })

type Linked = Link & { provider: string }

export const identityLinkedMail = ({ name, provider, href }: Linked): MailContent =>
  ownerMail({
    subject: `You can now sign in with ${provider}`,
    preview: `If you did not add it, remove it and change your password.`,
    heading: 'A new way to sign in',
    body: [
      `${greeting(name)} You can now also sign in to your account with ${provider}.`,
      'If you did not add it, remove it on your account page and change your password.',
    ],
    button: ['Open your account', href],
  })

/** Without the name, which the stranger chose. */
export const accountTakenOverMail = ({ provider, href }: Omit<Linked, 'name'>): MailContent =>
  ownerMail({
    subject: `Your account is now linked to ${provider}`,
    preview: 'Its old password no longer works.',
    heading: 'This account is now yours',
    body: [
      `Hello. Someone created an account with your address and never confirmed it. ${provider} confirms that the address is yours, so the account is now yours.`,
      'Its old password no longer works, and we signed out all other devices. Please check the profile.',
    ],
    button: ['Open your account', href],
  })

type Event = {
  subject: (siteName: string) => string
  heading: string
  sentence: string
  advice: string
  facts?: readonly MailBlock[]
  button?: string
  note?: string
}

/** To the owner, after an event in the account. */
const notice =
  ({ subject, heading, sentence, advice, facts = [], button = 'Open your account', note }: Event) =>
  ({ name, href }: Link): MailContent =>
    ownerMail({
      subject: subject(site.name),
      preview: advice,
      heading,
      body: [`${greeting(name)} ${sentence}`, ...facts, advice],
      button: [button, href],
      ...(note !== undefined && { note }),
    })

const notYou = 'If it was not you, change your password and sign out all other devices.'

export const newDeviceMail = ({ browser, ip, ...link }: Link & { browser: string; ip: string }): MailContent => {
  const items = [
    { term: 'Browser', value: browser },
    { term: 'IP address', value: ip },
    { term: 'Time', value: momentText(new Date().toISOString()) },
  ]
  return notice({
    subject: (name) => `New sign-in to your ${name} account`,
    heading: 'A new sign-in',
    sentence: 'Someone just signed in to your account in a new browser.',
    advice: `If it was you, you can ignore this email. ${notYou}`,
    facts: [{ kind: 'facts', items }],
  })(link)
}

const twoFactorAdded = {
  subject: (name: string) => `A second step was added to your ${name} account`,
  heading: 'A second step was added',
  sentence: 'Someone, probably you, just added a second step to your account. You need it each time you sign in.',
  advice: notYou,
}
export const twoFactorAddedMail = notice(twoFactorAdded)

/** To a confirmed address, with a link that undoes it. */
export const twoFactorAddedWithUndoMail = notice({
  ...twoFactorAdded,
  advice: 'If it was not you, remove it. We also sign out all devices and end your password.',
  button: 'Remove the second step',
  note: 'The link works once, for seven days. If it was you, you can ignore this email.',
})

export const twoFactorRemovedMail = notice({
  subject: (name) => `A second step was removed from your ${name} account`,
  heading: 'A second step was removed',
  sentence: 'A second step was just removed from your account. You no longer need it to sign in.',
  advice: notYou,
})

export const wrongCodesMail = notice({
  subject: (name) => `Someone may know your ${name} password`,
  heading: 'Someone may know your password',
  sentence: 'Someone entered your password, and then several wrong codes. Without your second step they cannot sign in.',
  advice: 'If it was not you, change your password.',
})

export const addressChangeAskedMail = notice({
  subject: (name) => `Your ${name} email address is about to change`,
  heading: 'Your email address is about to change',
  sentence:
    'Someone, probably you, asked us to change the email address of your account. We wrote to the new address to confirm it.',
  advice: notYou,
})

export const addressChangedMail = notice({
  subject: (name) => `Your ${name} account now uses this address`,
  heading: 'Your email address has changed',
  sentence: 'This is now the email address of your account. We also wrote to your old address.',
  advice: 'We send job alerts and emails about your account here.',
})

/** To the old address. */
export const undoAddressMail = ({ name, href }: Link): MailContent =>
  mailOf({
    subject: `Your ${site.name} email address has changed`,
    preview: 'If it was not you, you can undo it for seven days.',
    heading: 'Your email address has changed',
    body: [
      `${greeting(name)} Your account now uses another email address.`,
      'If it was not you, undo it. Your account gets this address back, and we sign out all devices.',
    ],
    button: ['Undo the change', href],
    note: 'The link works once, for seven days. If it was you, you can ignore this email.',
    reason: `You get this email because this was the address of your account on ${site.name}.`,
  })

/** To the address that the account had for a while. */
export const addressRestoredMail = ({ name }: Pick<Link, 'name'>): MailContent =>
  mailOf({
    subject: `Your ${site.name} email address has changed back`,
    preview: 'The account no longer uses this address.',
    heading: 'Your email address has changed back',
    body: [
      `${greeting(name)} The account no longer uses this address. The owner of its old address undid the change.`,
      `If you think this is a mistake, write to ${site.emails.support}.`,
    ],
    reason: `You get this email because an account on ${site.name} used this address.`,
  })

/** The last mail about an account. */
export const accountDeletedMail = ({ name, byOwner }: Pick<Link, 'name'> & { byOwner: boolean }): MailContent =>
  mailOf({
    subject: `Your ${site.name} account was deleted`,
    preview: 'The account and its data are gone.',
    heading: 'Your account was deleted',
    body: [
      `${greeting(name)} ${byOwner ? 'Someone, probably you,' : 'An administrator'} just deleted your account and its data.`,
      `If it was not you and you did not ask for it, write to ${site.emails.support}.`,
    ],
    reason: `You get this email because you had an account on ${site.name}.`,
  })
