import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import type { TestApp } from './app.ts'

/** A visitor whose browser keeps the cookies that it gets. */
export function browserOf(
  { app }: Pick<TestApp, 'app'>,
  ip = '127.0.0.1',
  cookies = new Map<string, string>(),
) {
  const call = async (
    options: InjectOptions & { url: string },
  ): Promise<LightMyRequestResponse> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const headers = { 'sec-fetch-site': 'same-origin', cookie, ...options.headers }
    const answer = await app.inject({ remoteAddress: ip, ...options, headers })
    for (const { name, value, maxAge } of answer.cookies) {
      if (maxAge === 0 || value === '') cookies.delete(name)
      else cookies.set(name, value)
    }
    return answer
  }
  const send = (method: 'POST' | 'PUT' | 'DELETE') => (url: string, payload?: object) =>
    call({ method, url, ...(payload && { payload }) })
  return {
    cookies,
    call,
    get: (url: string) => call({ method: 'GET', url }),
    post: send('POST'),
    put: send('PUT'),
    delete: send('DELETE'),
  }
}

export type Browser = ReturnType<typeof browserOf>

/** Another one with the cookies that this one has now. */
export const copyOf = (app: TestApp, { cookies }: Browser): Browser =>
  browserOf(app, undefined, new Map(cookies))
