import type { APIRequestContext, Locator } from '@playwright/test'
import type { BodyOf } from '#shared/contract.ts'
import { callApi } from './api.ts'
import { runSql } from './database.ts'
import { signInAsAdmin, signUp, type Person } from './people.ts'

/** Posters and their postings. */

export const description = 'You see patients of all ages in an outpatient clinic, 18 to 20 a day.'

export const hospital = {
  role: 'employer',
  companyName: 'Sample Hospital',
  organizationType: 'Hospital',
}

const threeWeeksAgo = new Date(Date.now() - 21 * 86_400_000)

/**
 * A day among those of the demo data: neither of the newest jobs nor of those that are about to
 * end.
 */
export const dayOfPosting = {
  iso: threeWeeksAgo.toISOString().slice(0, 10),
  words: threeWeeksAgo.toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' }),
}

/**
 * An account that hires, whose postings for its company and these others go live at once: its
 * address is confirmed.
 */
export async function signUpPoster(
  request: APIRequestContext,
  more: Record<string, string> = {},
  others: readonly string[] = [],
): Promise<Person> {
  const person = await signUp(request, { ...hospital, ...more })
  await runSql('update users set email_verified_at = now() where email = $1', [person.email])
  const names = [more['companyName'] ?? hospital.companyName, ...others]
  await runSql(
    `insert into name_grants (id, name, organization_id, kind, authority, granted_at)
     select gen_random_uuid(), name, organization_of(users.id), 'client', 'administrator', now()
     from users, unnest($2::text[]) name where email = $1`,
    [person.email, names],
  )
  return person
}

type Posted = BodyOf<'POST /api/job-postings'>

export function post(request: APIRequestContext, title: string, more: Partial<Posted> = {}) {
  const body = {
    title,
    specialty: 'Cardiology',
    location: 'Austin, TX',
    description,
    jobType: 'full-time',
    ...more,
  } as const
  return callApi(request, 'POST /api/job-postings', { body })
}

/** A posting by an employer of its own. */
export async function postAsEmployer(
  request: APIRequestContext,
  title: string,
  more: Partial<Posted> = {},
) {
  await signUpPoster(request)
  return post(request, title, more)
}

/** Closes a posting, or opens it again. */
export const setActive = (request: APIRequestContext, id: string, isActive: boolean) =>
  callApi(request, 'PUT /api/job-postings/:id', { params: { id }, body: { isActive } })

/** The posting as its owner has it now. */
export const postingOf = (request: APIRequestContext, id: string) =>
  callApi(request, 'GET /api/job-postings/:id', { params: { id } })

export const message = 'Is the position still open, and may I visit your clinic?'

export const inquire = (
  request: APIRequestContext,
  jobId: string,
  email: string,
  more: { name?: string; message?: string } = {},
) =>
  callApi(request, 'POST /api/job-inquiry', {
    body: { name: 'Ada Sample', email, message, jobId, ...more },
  })

/** What has come to the caller's inbox. */
export const inboxOf = async (request: APIRequestContext) =>
  (await callApi(request, 'GET /api/inbox')).inquiries

/** The administrator approves a posting that waits. */
export async function approve(request: APIRequestContext, id: string): Promise<void> {
  await signInAsAdmin(request)
  await callApi(request, 'POST /api/admin/postings/:id/decision', {
    params: { id },
    body: { action: 'approve' },
  })
}

/** Moves a posting near its end. */
export async function endsIn(id: string, days: number): Promise<void> {
  await runSql("update jobs set expires_at = now() + $2 * interval '1 day' where id = $1", [
    id,
    days,
  ])
}

/** Presses a button that asks in the browser's dialog, answers, and returns the question. */
export async function pressAndAnswer(button: Locator, accept = true): Promise<string> {
  const question = button.page().waitForEvent('dialog', async (dialog) => {
    await (accept ? dialog.accept() : dialog.dismiss())
    return true
  })
  await button.click()
  return (await question).message()
}
