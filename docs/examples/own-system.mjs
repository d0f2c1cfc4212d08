// An organization's own system posts an opening, hears who applied, and closes it. Node.js 22.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer } from 'node:http'
const { BOARD, POSTINGS_KEY, APPLICATIONS_KEY, HOOK_SECRET, PORT, OPENING } = process.env

async function call(path, key, request) {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${BOARD}/api/v1/${path}`, { ...request, headers })
  if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}

async function hear(request, response) {
  const { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': given } = request.headers
  const body = Buffer.concat(await request.toArray()).toString()
  const hmac = createHmac('sha256', Buffer.from(HOOK_SECRET.replace('whsec_', ''), 'base64'))
  const ours = Buffer.from(`v1,${hmac.update(`${id}.${at}.${body}`).digest('base64')}`)
  const theirs = Buffer.from(String(given))
  const isSigned = theirs.length === ours.length && timingSafeEqual(theirs, ours)
  const isOurs = isSigned && Date.now() / 1000 - at < 300
  response.writeHead(isOurs ? 204 : 401).end()
  const { type, data } = isOurs ? JSON.parse(body) : {}
  if (type !== 'application.received') return
  const { application } = await call(`applications/${data.applicationId}`, APPLICATIONS_KEY)
  await call(`postings/${data.reference}`, POSTINGS_KEY, { method: 'DELETE' })
  console.log('closed', data.reference, 'for', application.name)
}
createServer((request, response) => void hear(request, response)).listen(PORT)
const put = { method: 'PUT', body: new Blob([OPENING], { type: 'application/json' }) }
console.log('posted', (await call('postings/REQ-7', POSTINGS_KEY, put)).status)
