import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Page } from '@playwright/test'
import { sendCall, type Transport } from '#platform/web/api.ts'
import type { Call, InputOf, Method, ResponseOf } from '#shared/contract.ts'

type Given<Input> = object extends Input ? [input?: Input] : [input: Input]

/** The headers of calls from our own pages. */
export const fromOurPages = { 'sec-fetch-site': 'same-origin' }

/** A call as our own pages make it; a refusal is an error. */
export function callApi<C extends Call>(
  request: APIRequestContext,
  call: C,
  ...[input]: Given<InputOf<C>>
): Promise<ResponseOf<C>> {
  const transport: Transport = async ({ method, url, body }) => {
    const answer = await request.fetch(url, { method, data: body, headers: fromOurPages })
    return { status: answer.status(), body: await answer.json() }
  }
  return sendCall<ResponseOf<C>>(transport, call, input as object | undefined)
}

/** Jobs of the demo data, because the oldest come first: other tests post and remove newer ones. */
export async function sampleJobs(
  request: APIRequestContext,
  query: Record<string, string | number> = {},
) {
  return (await callApi(request, 'GET /api/jobs', { query: { sortBy: 'oldest', ...query } })).jobs
}

/** The address of a job of the demo data. */
export const samplePath = async (request: APIRequestContext) =>
  `/jobs/${(await sampleJobs(request))[0]?.id}`

/** Holds the browser's requests, of one method or all, until the returned function is called. */
export async function hold(page: Page, url: string | RegExp, method?: Method): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(url, async (route) => {
    if (method === undefined || route.request().method() === method) await promise
    await route.continue()
  })
  return resolve
}

/** A source of imports that an administrator adds. */
export async function addSource(
  request: APIRequestContext,
  name: string,
  url = 'http://127.0.0.1:9/feed.json',
) {
  const fields = {
    url,
    mapping: {},
    schedule: 'never',
    isComplete: false,
    structuredDataAllowed: false,
  } as const
  const body = { name: `${name} ${randomUUID()}`, ...fields }
  return { fields, ...(await callApi(request, 'POST /api/admin/import-sources', { body })) }
}
