import { sql } from 'kysely'
import { SignInThrottle } from '#features/accounts/server/throttle.ts'
import { publicUrl, type TestApp } from './app.ts'
import { browserOf, type Browser } from './browser.ts'
import { writtenTo } from './mailbox.ts'
import { softwarePasskey } from './passkey.ts'
import { signIn } from './sign-in.ts'

export const password = 'correct horse battery staple'
export const newPassword = 'a wholly new phrase'

let count = 0
export const newAddress = () => `holder-${count++}@mail.test`

/** What somebody types to sign up. */
export const signUpForm = (overrides: Record<string, unknown> = {}) => ({
  firstName: 'Alex',
  lastName: 'Example',
  email: newAddress(),
  password,
  ...overrides,
})

/**
 * Of the password above. It says itself how much work a guess takes: a hash as people get it would
 * take most of a test's time.
 */
const cheapHash =
  '$argon2id$v=19$m=8,t=1,p=1$YSBzYWx0IG9mIGEgdGVzdA$D9++SERZADH1/cX/mOPlKFxjy87cBnZ+/NsMs1cyBe0'

/** Somebody with an account, and a browser that it knows. */
export type Holder = { browser: Browser; email: string; id: string }

async function signUp(
  app: TestApp,
  { email = newAddress(), confirmed = true } = {},
): Promise<Holder> {
  const { user, cookie } = await signIn(app, 'physician', { email, emailVerified: confirmed })
  await sql`update users set password_hash = ${cheapHash} where id = ${user.id}`.execute(app.db)
  const browser = browserOf(app)
  browser.cookies.set('__Host-session', cookie.split('=')[1] ?? '')
  browser.cookies.set(
    '__Host-device',
    new SignInThrottle(app.db, app.settings.secrets).markDevice({ email, device_epoch: 0 }),
  )
  return { browser, email, id: user.id }
}

export const login = (browser: Browser, email: string, secret = password) =>
  browser.post('/api/auth/login', { email, password: secret })

export const isSignedIn = async (browser: Browser) =>
  (await browser.get('/api/auth/user')).statusCode === 200

export async function addPasskey(browser: Browser, origin = publicUrl) {
  const passkey = softwarePasskey(origin)
  const options = (await browser.post('/api/account/passkeys/options')).json()
  const answer = await browser.post('/api/account/passkeys', {
    name: 'Laptop',
    response: passkey.create(options),
  })
  return { passkey, answer }
}

type PasskeyOptions = { challenge: string; rpId: string; allowCredentials: unknown[] }

export const passkeyOptions = async (browser: Browser) =>
  (await browser.post('/api/auth/passkey/options')).json<PasskeyOptions>()

type Passkey = Pick<ReturnType<typeof softwarePasskey>, 'get'>

/** Signs in, or re-authenticates; `changed` of the server's options. */
export const presentPasskey = async (
  browser: Browser,
  passkey: Passkey,
  changed: Partial<PasskeyOptions> = {},
) =>
  (
    await browser.post('/api/auth/passkey', {
      response: passkey.get({ ...(await passkeyOptions(browser)), ...changed }),
    })
  ).statusCode

type Purpose = 'verify-email' | 'reset-password' | 'sign-in' | 'change-email' | 'undo'

export const askForLink = (browser: Pick<Browser, 'post'>, purpose: Purpose, email: string) =>
  browser.post('/api/auth/links', { purpose, email })

export const followLink = (
  browser: Pick<Browser, 'put'>,
  purpose: Purpose,
  token: string,
  chosen?: string,
) =>
  browser.put('/api/auth/links', {
    purpose,
    token,
    ...(chosen !== undefined && { password: chosen }),
  })

const pages = {
  'verify-email': 'auth/verify',
  'reset-password': 'auth/reset',
  'sign-in': 'auth/link',
  'change-email': 'account/address',
  'undo-address': 'account/address',
  'undo-two-factor': 'account/second-step',
}

/** The sign-in's second step. */
export const enterCode = async (browser: Browser, code: string | undefined) =>
  (await browser.post('/api/auth/two-factor', { code })).statusCode

export function accountHolders(app: TestApp) {
  /** The tokens in the links of the mails to an address, the newest last. */
  async function tokensIn(to: string, purpose: keyof typeof pages): Promise<string[]> {
    const pattern = new RegExp(`/${pages[purpose]}\\?token=([\\w-]+)`)
    return (await writtenTo(app, to)).flatMap((mail) => pattern.exec(mail.text)?.[1] ?? [])
  }
  /** The newest; empty if there is none. */
  const tokenIn = async (to: string, purpose: keyof typeof pages) =>
    (await tokensIn(to, purpose)).at(-1) ?? ''
  /**
   * As if there had been many wrong passwords, for accounts that had one: the next guess waits for
   * minutes.
   */
  const slowGuesses = () =>
    sql`update sign_in_failures set failures = 20 where key like 'account:%'`.execute(app.db)
  return {
    visitor: (ip?: string) => browserOf(app, ip),
    signUp: (options?: Parameters<typeof signUp>[1]) => signUp(app, options),
    /** Another browser, in which the password was typed. */
    anotherBrowser: async ({ email }: Pick<Holder, 'email'>, ip?: string): Promise<Browser> => {
      const browser = browserOf(app, ip)
      await login(browser, email)
      return browser
    },
    tokensIn,
    tokenIn,
    subjectsTo: async (to: string) => (await writtenTo(app, to)).map((mail) => mail.subject),
    slowGuesses,
    /** Strangers guess at the password, more often than is free. */
    guessOften: async (email: string) => {
      await login(browserOf(app), email, 'a guess')
      await slowGuesses()
    },
    /** An app's code is accepted once. */
    acceptCodesAgain: () => sql`update authenticators set last_step = 0`.execute(app.db),
    /** Asks for a link, and follows it. */
    enterByLink: async (
      browser: Browser,
      purpose: 'sign-in' | 'reset-password',
      email: string,
      chosen?: string,
    ) => {
      await askForLink(browser, purpose, email)
      return followLink(browser, purpose, await tokenIn(email, purpose), chosen)
    },
  }
}
