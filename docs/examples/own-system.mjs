// An organization's own system: posts an opening, takes hooks, reads who applied, and closes it.
// Node.js 22 or later, without packages. https://…/developers has the calls.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'

const { BOARD, POSTINGS_KEY, APPLICATIONS_KEY, HOOK_SECRET = '', PORT, OPENING } = process.env
const secret = Buffer.from(HOOK_SECRET.replace('whsec_', ''), 'base64')

async function call(method, path, key, body) {
  const type = body && { 'content-type': 'application/json' }
  const headers = { authorization: `Bearer ${key}`, ...type }
  const answer = await fetch(`${BOARD}/api/v1/${path}`, { method, headers, ...(body && { body }) })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

/** Ours, and not older than five minutes. Keep the ids: one may come twice. */
function isSigned({ 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given }, body) {
  const made = createHmac('sha256', secret).update(`${id}.${at}.${body}`).digest('base64')
  const [ours, theirs] = [`v1,${made}`, String(given)].map((text) => Buffer.from(text))
  const isOurs = ours.length === theirs.length && timingSafeEqual(ours, theirs)
  return isOurs && Math.abs(Date.now() / 1000 - Number(at)) < 300
}

async function receive(request, response) {
  const body = Buffer.concat(await request.toArray()).toString()
  const isOurs = isSigned(request.headers, body)
  response.writeHead(isOurs ? 204 : 401).end()
  if (!isOurs) return
  const { type, data } = JSON.parse(body)
  console.log('hook', type, data.status ?? data.stage ?? '')
  if (type !== 'application.received') return
  const { application } = await call('GET', `applications/${data.applicationId}`, APPLICATIONS_KEY)
  console.log('applied', application.name)
  await call('DELETE', `postings/${data.reference}`, POSTINGS_KEY)
  console.log('closed', data.reference)
}

createServer((request, response) => void receive(request, response)).listen(PORT)
console.log('posted', (await call('PUT', 'postings/REQ-7', POSTINGS_KEY, OPENING)).status)
