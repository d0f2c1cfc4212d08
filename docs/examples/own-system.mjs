// An organization's own system: posts an opening, reads who applied, takes hooks, and closes it.
// Node.js 22 or later, without packages. https://…/developers has the calls.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { BOARD, POSTINGS_KEY, APPLICATIONS_KEY, HOOK_SECRET = '', PORT, OPENING } = process.env

async function call(method, path, key, body) {
  const headers = {
    authorization: `Bearer ${key}`,
    ...(body && { 'content-type': 'application/json' }),
  }
  const answer = await fetch(`${BOARD}/api/v1/${path}`, {
    method,
    headers,
    ...(body && { body }),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Ours, and not older than five minutes. Keep the ids: one may come twice. */
function isSigned(
  { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given = '' },
  body,
) {
  const key = Buffer.from(HOOK_SECRET.replace('whsec_', ''), 'base64')
  const made = `v1,${createHmac('sha256', key).update(`${id}.${at}.${body}`).digest('base64')}`
  const isEqual =
    given.length === made.length && timingSafeEqual(Buffer.from(given), Buffer.from(made))
  return isEqual && Math.abs(Date.now() / 1000 - Number(at)) < 300
}

/** What a hook brings. */
async function receive(request, response) {
  const body = Buffer.concat(await request.toArray()).toString()
  response.writeHead(isSigned(request.headers, body) ? 204 : 401).end()
  const { type, data } = JSON.parse(body)
  console.log('hook', type, data.status ?? data.stage ?? '')
  if (type === 'application.received') {
    const { application } = await call(
      'GET',
      `applications/${data.applicationId}`,
      APPLICATIONS_KEY,
    )
    console.log('applied', application.name)
    await call('DELETE', `postings/${data.reference}`, POSTINGS_KEY)
    console.log('closed', data.reference)
  }
}

createServer((request, response) => void receive(request, response)).listen(PORT)

const { status } = await call('PUT', 'postings/REQ-7', POSTINGS_KEY, OPENING)
console.log('posted', status)
