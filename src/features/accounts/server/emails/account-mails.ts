import { site } from '#features/site/config.ts'
import { harmlessName, mailOf, type MailBlock } from '#platform/server/mail/content.ts'
import { momentText } from '#shared/dates.ts'

type Words = {
  subject: string
  /** Follows the greeting. */
  sentence: string
  facts?: readonly MailBlock[]
  /** What to do, above all if it was somebody else. */
  advice?: string
  /** Null for a mail that leads nowhere. */
  button?: string | null
  note?: string
  reason?: string
}

/** Without a name it greets nobody by it: anyone can sign up with any address and name. */
type Link = { name?: string | null; href?: string }

/** A mail about an account, in words of the moment when it is made: the site's name is a setting. */
const mail =
  <Details extends object = object>(wordsOf: (details: Link & Details) => Words) =>
  (link: Link & Details) => {
    const { name, href } = link
    const {
      subject,
      sentence,
      facts = [],
      advice,
      button = 'Open your account',
      note,
      reason = `you have an account on ${site.name}`,
    } = wordsOf(link)
    const harmless = harmlessName(name ?? '')
    return mailOf({
      subject,
      preview: advice ?? note?.split('. ')[0] ?? '',
      body: [
        `Hello${harmless && ` ${harmless}`}. ${sentence}`,
        ...facts,
        ...(advice === undefined ? [] : [advice]),
      ],
      ...(button !== null && href !== undefined && { button: [button, href] }),
      ...(note !== undefined && { note }),
      reason: `You get this email because ${reason}.`,
    })
  }

const once = (minutes: string, more: string) => `The link works once, for ${minutes}${more}`
const notYou = 'If it was not you, change your password and sign out all other devices.'

export const verifyEmailMail = mail(() => ({
  subject: `Confirm your email address for ${site.name}`,
  sentence: 'You created an account with this address. Please confirm that it is yours.',
  button: 'Confirm email address',
  note: once('one hour', '. If you did not create an account, ignore this email.'),
  reason: `someone created an account on ${site.name} with this address`,
}))

export const resetPasswordMail = mail(() => ({
  subject: `Set a new password for ${site.name}`,
  sentence: 'Someone, probably you, asked for a new password for this account.',
  button: 'Set a new password',
  note: once('one hour', '. If it was not you, ignore this email. Your password does not change.'),
}))

export const signInLinkMail = mail(() => ({
  subject: `Your sign-in link for ${site.name}`,
  sentence: 'Someone, probably you, asked for a link to sign in to this account.',
  button: 'Sign in',
  note: once('ten minutes', '. If it was not you, ignore this email and do not share the link.'),
}))

export const confirmAddressMail = mail(() => ({
  subject: `Confirm your new email address for ${site.name}`,
  sentence: 'Someone, probably you, asked us to use this address for an account.',
  button: 'Confirm the new address',
  note: once(
    'one hour',
    ', in a browser where you are signed in. If it was not you, ignore this email.',
  ),
  reason: `someone entered this address for an account on ${site.name}`,
}))

export const administratorMail = mail(() => ({
  subject: `You are an administrator of ${site.name}`,
  sentence: 'You can now review postings, run imports and manage accounts.',
  button: 'Set your password',
  note: once('one hour', '. After that, ask for a new password on the sign-in page.'),
}))

export const passwordChangedMail = mail(() => ({
  subject: `Your ${site.name} password was changed`,
  sentence:
    'Someone, probably you, just changed your password. We signed out all your other devices.',
  advice: 'If it was not you, set a new password now.',
  button: 'Set a new password',
}))

export const identityLinkedMail = mail(({ provider }: { provider: string }) => ({
  subject: `You can now sign in with ${provider}`,
  sentence: `You can now also sign in to your account with ${provider}.`,
  advice: 'If you did not add it, remove it on your account page and change your password.',
}))

/** Give it no name: the stranger chose it. */
export const accountTakenOverMail = mail(({ provider }: { provider: string }) => ({
  subject: `Your account is now linked to ${provider}`,
  sentence:
    `Someone created an account with your address and never confirmed it. ${provider} ` +
    'confirms that the address is yours, so the account is now yours.',
  advice:
    'Its old password no longer works, and we signed out all other devices. Please check the profile.',
}))

export const newDeviceMail = mail(({ browser, ip }: { browser: string; ip: string }) => ({
  subject: `New sign-in to your ${site.name} account`,
  sentence: 'Someone just signed in to your account in a new browser.',
  facts: [
    {
      kind: 'facts',
      items: [
        { term: 'Browser', value: browser },
        { term: 'IP address', value: ip },
        { term: 'Time', value: momentText(new Date().toISOString()) },
      ],
    },
  ],
  advice: `If it was you, you can ignore this email. ${notYou}`,
}))

/** With `undoes`, to a confirmed address, its link removes the second step. */
export const twoFactorAddedMail = mail(({ undoes }: { undoes?: boolean }) => ({
  subject: `A second step was added to your ${site.name} account`,
  sentence:
    'Someone, probably you, just added a second step to your account. You need it each time you sign in.',
  advice: undoes
    ? 'If it was not you, remove it. We also sign out all devices and end your password.'
    : notYou,
  ...(undoes && {
    button: 'Remove the second step',
    note: once('seven days', '. If it was you, you can ignore this email.'),
  }),
}))

export const twoFactorRemovedMail = mail(() => ({
  subject: `A second step was removed from your ${site.name} account`,
  sentence: 'A second step was just removed from your account. You no longer need it to sign in.',
  advice: notYou,
}))

export const wrongCodesMail = mail(() => ({
  subject: `Someone may know your ${site.name} password`,
  sentence:
    'Someone entered your password, and then several wrong codes. Without your second step they ' +
    'cannot sign in.',
  advice: 'If it was not you, change your password.',
}))

export const addressChangeAskedMail = mail(() => ({
  subject: `Your ${site.name} email address is about to change`,
  sentence:
    'Someone, probably you, asked us to change the email address of your account. We wrote to ' +
    'the new address to confirm it.',
  advice: notYou,
}))

export const addressChangedMail = mail(() => ({
  subject: `Your ${site.name} account now uses this address`,
  sentence: 'This is now the email address of your account. We also wrote to your old address.',
  advice: 'We send job alerts and emails about your account here.',
}))

/** To the old address. */
export const undoAddressMail = mail(() => ({
  subject: `Your ${site.name} email address has changed`,
  sentence: 'Your account now uses another email address.',
  advice:
    'If it was not you, undo it. Your account gets this address back, and we sign out all devices.',
  button: 'Undo the change',
  note: once('seven days', '. If it was you, you can ignore this email.'),
  reason: `this was the address of your account on ${site.name}`,
}))

/** To the address that the account had for a while. */
export const addressRestoredMail = mail(() => ({
  subject: `Your ${site.name} email address has changed back`,
  sentence:
    'The account no longer uses this address. The owner of its old address undid the change.',
  advice: `If you think this is a mistake, write to ${site.emails.support}.`,
  button: null,
  reason: `an account on ${site.name} used this address`,
}))

/** The last mail about an account. */
export const accountDeletedMail = mail(({ byOwner }: { byOwner: boolean }) => ({
  subject: `Your ${site.name} account was deleted`,
  sentence:
    `${byOwner ? 'Someone, probably you,' : 'An administrator'} just deleted your ` +
    'account and its data.',
  advice: `If it was not you and you did not ask for it, write to ${site.emails.support}.`,
  reason: `you had an account on ${site.name}`,
}))
