import type { MailContent } from '#server/lib/mail/content.ts'

type Linked = { name: string | null; provider: string; href: string }

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

const greeting = (name: string | null): string => (name === null ? 'Hello,' : `Dear ${name},`)
