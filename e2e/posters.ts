import type { APIRequestContext, Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, signUp, type Person } from './people.ts'

/** Posters and their postings. */

export const description = 'You see patients of all ages in an outpatient clinic, 18 to 20 a day.'

/** The headers of calls from our own pages. */
export const fromOurPages = { 'sec-fetch-site': 'same-origin' }

export type Posting = { id: string; title: string; updatedAt: string }

/** An account whose postings go live at once: with a confirmed address, and trusted by an administrator. */
export async function signUpTrusted(request: APIRequestContext, more: Record<string, string>): Promise<Person> {
  const person = await signUp(request, more)
  await runSql('update users set email_verified_at = now(), trusted_at = now() where email = $1', [person.email])
  return person
}

/** Signs the page in as somebody who hires. */
export const signUpPoster = (page: Page, role = 'employer'): Promise<Person> =>
  signUpTrusted(page.request, { role, companyName: 'Sample Hospital', organizationType: 'Hospital' })

export async function post(request: APIRequestContext, title: string, more: Record<string, unknown> = {}): Promise<Posting> {
  const data = { title, specialty: 'Cardiology', location: 'Austin, TX', description, jobType: 'full-time', ...more }
  const answer = await request.post('/api/job-postings', { data, headers: fromOurPages })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as Posting
}

/** Moves a posting near its end. */
export async function endsIn(id: string, days: number): Promise<void> {
  await runSql("update jobs set expires_at = now() + $2 * interval '1 day' where id = $1", [id, days])
}

/** Answers the browser's confirm dialog, and returns its text. */
export function answerDialog(page: Page, accept: boolean): Promise<string> {
  return new Promise((resolve) => {
    page.once('dialog', (dialog) => {
      resolve(dialog.message())
      void (accept ? dialog.accept() : dialog.dismiss())
    })
  })
}
