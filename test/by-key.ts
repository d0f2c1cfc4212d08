import { expect } from 'vitest'
import type { TestApp } from './app.ts'
import type { SignedIn } from './sign-in.ts'

/** Calls with a key, as an organization's own system makes them. */

type Methods = 'GET' | 'PUT' | 'DELETE' | 'POST'

const withSecret =
  ({ app }: Pick<TestApp, 'app'>, secret: string) =>
  (method: Methods, url: string, body?: object) =>
    app.inject({
      method,
      url,
      headers: { authorization: `Bearer ${secret}` },
      ...(body && { payload: body }),
    })

export async function keyOf(board: Pick<TestApp, 'app'>, by: SignedIn, scope: string) {
  const made = await by.post('/api/connections/keys', { name: `Our ${scope}`, scope })
  expect(made.statusCode, made.body).toBe(200)
  const { id, secret } = made.json<{ id: string; secret: string }>()
  return { id, secret, call: withSecret(board, secret) }
}
