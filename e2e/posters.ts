import type { APIRequestContext, Page } from '@playwright/test'
import { runSql } from './database.ts'
import { expect, signInAsSample, signUp, type Person } from './people.ts'

/** Posters and their postings. */

export const description = 'You see patients of all ages in an outpatient clinic, 18 to 20 a day.'

/** The headers of calls from our own pages. */
export const fromOurPages = { 'sec-fetch-site': 'same-origin' }

export const hospital = { role: 'employer', companyName: 'Sample Hospital', organizationType: 'Hospital' }

export type Posting = { id: string; title: string; updatedAt: string }

/** An account that hires, whose postings go live at once: with a confirmed address, and trusted by an administrator. */
export async function signUpPoster(request: APIRequestContext, more: Record<string, string> = {}): Promise<Person> {
  const person = await signUp(request, { ...hospital, ...more })
  await runSql('update users set email_verified_at = now(), trusted_at = now() where email = $1', [person.email])
  return person
}

export async function post(request: APIRequestContext, title: string, more: Record<string, unknown> = {}): Promise<Posting> {
  const data = { title, specialty: 'Cardiology', location: 'Austin, TX', description, jobType: 'full-time', ...more }
  const answer = await request.post('/api/job-postings', { data, headers: fromOurPages })
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()) as Posting
}

/** A posting by an employer of its own. */
export async function postAsEmployer(request: APIRequestContext, title: string, more: Record<string, unknown> = {}) {
  await signUpPoster(request)
  return post(request, title, more)
}

/** What has come to the caller's inbox. */
export async function inboxOf(request: APIRequestContext) {
  const { inquiries } = (await (await request.get('/api/inbox')).json()) as {
    inquiries: { id: string; version: number; jobTitle: string; message: string; cvFileName: string | null }[]
  }
  return inquiries
}

/** The administrator approves a posting that waits. */
export async function approve(request: APIRequestContext, id: string): Promise<void> {
  await signInAsSample(request, 'admin')
  const decision = { headers: fromOurPages, data: { action: 'approve' } }
  expect((await request.post(`/api/admin/postings/${id}/decision`, decision)).status()).toBe(200)
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
