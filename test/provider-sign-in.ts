import { afterAll, beforeAll } from 'vitest'
import { startDemoIdentityProvider } from '#demo/identity-provider/start.ts'
import type { SamplePerson } from '#demo/identity-provider/pages.ts'
import type { OidcProvider } from '#platform/server/oidc-settings.ts'
import { publicUrl, testApp, type TestApp } from './app.ts'
import { browserOf } from './browser.ts'

export type TestProvider = { id: string; provider: OidcProvider; stop(): Promise<void> }

/** An OpenID Connect provider on loopback with these people. */
export async function startProvider(
  id: string,
  people: readonly SamplePerson[],
): Promise<TestProvider> {
  const started = await startDemoIdentityProvider({ port: 0, publicUrl, id, people })
  return {
    id,
    provider: { ...started.provider, label: `Provider ${id}` },
    stop: () => started.stop(),
  }
}

/**
 * A server with these providers, first and second, for the tests of this file; `more` is a third.
 */
export function appWithProviders(people: readonly SamplePerson[], more?: OidcProvider): TestApp {
  const app = {} as TestApp
  let providers: TestProvider[] = []
  beforeAll(async () => {
    providers = [await startProvider('first', people), await startProvider('second', people)]
    const all = [...providers.map((started) => started.provider), ...(more ? [more] : [])]
    Object.assign(
      app,
      await testApp({ env: { OIDC_PROVIDERS: JSON.stringify(all), RATE_LIMITS: 'off' } }),
    )
  })
  afterAll(() => Promise.all([app.close(), ...providers.map((provider) => provider.stop())]))
  return app
}

/** The setting that names the providers. */
export const providersSetting = (...providers: TestProvider[]): string =>
  JSON.stringify(providers.map((it) => it.provider))

/** A browser that signs in with a provider, which begins with this cookie. */
export function providerBrowser(app: TestApp, cookie = '') {
  const browser = browserOf(app, undefined, new Map(cookie === '' ? [] : [splitCookie(cookie)]))
  const begin = async (query: string) =>
    String((await browser.get(`/api/login?${query}`)).headers.location)
  return {
    ...browser,
    begin,
    /** Chooses a person at the provider, and returns. */
    signIn: async (query: string, subject: string) =>
      browser.get(await choose(await begin(query), subject)),
  }
}

/**
 * Chooses a person; 'nobody' cancels.
 * @returns the path and query to which the provider redirects.
 */
export async function choose(authorizationUrl: string, subject: string): Promise<string> {
  const jar = new Map<string, string>()
  let url = authorizationUrl
  for (let step = 0; step < 10; step += 1) {
    const isForm = new URL(url).pathname.startsWith('/interaction/')
    const response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: headerOf(jar) },
      ...(isForm && { method: 'POST', body: new URLSearchParams({ person: subject }) }),
    })
    for (const line of response.headers.getSetCookie())
      jar.set(...splitCookie(line.split(';', 1)[0] ?? ''))
    const location = response.headers.get('location')
    if (location === null)
      throw new Error(`The provider answered ${response.status}: ${await response.text()}`)
    url = new URL(location, url).href
    if (url.startsWith(publicUrl)) return url.slice(publicUrl.length)
  }
  throw new Error('The provider leads in circles')
}

function splitCookie(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=')
  return [name, value.join('=')]
}

const headerOf = (jar: Map<string, string>): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
