import { expect, test } from 'vitest'
import { appForFile } from '#test/app.ts'
import { asVisitor, signIn, type Caller } from '#test/sign-in.ts'
import { everybody, type AccessRow, type Who } from './access-row.ts'
import { rows } from './rows.ts'
import { rows as accountRows } from './rows/accounts.ts'

/** Every call × every caller: callers outside the row are refused, and every route has a row. */

const nobodysId = '01900000-0000-7000-8000-000000000000'

const app = appForFile({ env: { RATE_LIMITS: 'off' } })

test('every route of the server has a row, and every row a route', () => {
  const routes = app.app.routeList
    .flatMap((route) => [route.method].flat().map((method) => `${method} ${route.url}`))
    .filter((call) => !call.startsWith('HEAD ') && !call.startsWith('GET /api/docs'))
  expect(rows.map((row) => row.call).toSorted()).toEqual([...new Set(routes)].toSorted())
})

test.each(rows)('$call', async (row) => {
  const outcomes: Record<string, number | 'allowed'> = {}
  for (const who of everybody) {
    const mayEnd = row.allowed.includes(who) && accountRows.includes(row)
    const caller = await (mayEnd ? newCaller(who) : knownCaller(who))
    const { statusCode } = await makeCall(caller, row)
    outcomes[who] = [401, 403].includes(statusCode) ? statusCode : 'allowed'
  }
  const refusalOf = (who: Who) => (who === 'anonymous' || row.byKey ? 401 : 403)
  expect(outcomes).toEqual(
    Object.fromEntries(
      everybody.map((who) => [who, row.allowed.includes(who) ? 'allowed' : refusalOf(who)]),
    ),
  )
})

const newCaller = async (who: Who): Promise<Caller> =>
  who === 'anonymous' ? asVisitor(app) : signIn(app, who === 'no-role' ? null : who)

const known = new Map<Who, Promise<Caller>>()

/** A session for all calls but those that may end it: the allowed ones about accounts. */
function knownCaller(who: Who): Promise<Caller> {
  const caller = known.get(who) ?? newCaller(who)
  known.set(who, caller)
  return caller
}

function makeCall(caller: Caller, { call, params = {}, body }: AccessRow) {
  const [method = 'GET', path = ''] = call.split(' ')
  const url = path
    .replaceAll(/:(\w+)/g, (_, name: string) => params[name] ?? nobodysId)
    .replace('*', '')
  return caller.call({ method, url, ...(body !== undefined && { payload: body as object }) })
}
