import type { Locator, Page } from '@playwright/test'
import { samplePath } from './api.ts'
import { signInAsSample } from './people.ts'
import { hydrated } from './results.ts'

/** The forms that a visitor may have filled when the site is gone, or has become another version. */
export type FilledForm = {
  visit: (page: Page) => Promise<unknown>
  /** The button that opens the form in a dialog of the same name; without, the page has the form. */
  opens?: string
  name: string
  submit: string
  /** What the tab keeps. */
  typed: Record<string, string>
  /** What the server needs, too. */
  rest?: Record<string, string | boolean>
  /** Only members of a team can send it. */
  needsSession?: boolean
  /** A secret, which no tab keeps. */
  secret?: string
}

const message = 'Is the position still open, and may I visit in June?'
const person = { Email: 'ada@mail.test' }

const dialogOfJob = (name: string): Pick<FilledForm, 'visit' | 'opens' | 'name'> => ({
  visit: async (page) => page.goto(await samplePath(page.request)),
  opens: name,
  name,
})
const formOf = (path: string, name: string): Pick<FilledForm, 'visit' | 'name'> => ({
  visit: (page) => page.goto(path),
  name,
})

const inInbox: Pick<FilledForm, 'visit' | 'needsSession'> = {
  async visit(page) {
    await signInAsSample(page.request, 'employer')
    await page.goto('/employer/inbox')
    await page.locator('main a[href^="/employer/inbox/"]').first().click()
  },
  needsSession: true,
}

export const contact: FilledForm = {
  ...formOf('/contact', 'Write to us'),
  submit: 'Send message',
  typed: { Name: 'Ada', ...person, Message: message },
}

export const filledForms: Record<string, FilledForm> = {
  inquiry: {
    ...dialogOfJob('Send Inquiry'),
    submit: 'Send Inquiry',
    typed: { Name: 'Ada', Message: message },
    rest: person,
  },
  report: {
    ...dialogOfJob('Report a Problem'),
    submit: 'Submit Report',
    typed: { Name: 'Ada', Reason: message },
    rest: person,
  },
  contact,
  'sign-in': {
    ...formOf('/auth', 'Sign In'),
    submit: 'Sign In',
    typed: { Email: 'physician@demo.example' },
    secret: 'Password',
  },
  posting: {
    ...formOf('/employers/post', 'Post a Job'),
    submit: 'Post Job',
    typed: { 'Job title': 'Physician of an old tab', Company: 'Example Family Clinic' },
    rest: {
      City: 'Boise',
      State: 'Idaho',
      Outpatient: true,
      Days: true,
      Description: 'See patients of all ages in an outpatient clinic.',
      'Apply URL': 'example.com/apply',
      'Contact email': 'office@example.com',
    },
  },
  reply: { ...inInbox, name: 'Reply', submit: 'Send Reply', typed: { Reply: message } },
  note: { ...inInbox, name: 'Note', submit: 'Add note', typed: { Note: message } },
}

export async function openForm(page: Page, { opens, name }: FilledForm): Promise<Locator> {
  await hydrated(page)
  if (opens === undefined) return page.getByRole('form', { name })
  await page.getByRole('button', { name: opens }).first().click()
  return page.getByRole('dialog', { name })
}
