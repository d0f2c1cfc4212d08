import { sql } from 'kysely'
import { publicUrl, type TestApp } from './app.ts'
import { browserOf, type Browser } from './browser.ts'
import { mailsTo, runTasks } from './mailbox.ts'
import { softwarePasskey } from './passkey.ts'

export const password = 'correct horse battery staple'

let count = 0
export const newAddress = () => `holder-${count++}@mail.test`

/** Somebody with an account, and the browser in which they signed up. */
export type Holder = { browser: Browser; email: string; id: string }

export async function signUp(app: TestApp, { email = newAddress(), confirmed = true } = {}): Promise<Holder> {
  const browser = browserOf(app)
  await browser.post('/api/auth/register', { firstName: 'Alex', lastName: 'Example', email, password })
  const { id } = (await browser.get('/api/auth/user')).json<{ id: string }>()
  if (confirmed) await sql`update users set email_verified_at = now() where id = ${id}`.execute(app.db)
  return { browser, email, id }
}

export const login = (browser: Browser, email: string, secret = password) =>
  browser.post('/api/auth/login', { email, password: secret })

export const isSignedIn = async (browser: Browser) => (await browser.get('/api/auth/user')).statusCode === 200

export async function addPasskey(browser: Browser, origin = publicUrl) {
  const passkey = softwarePasskey(origin)
  const options = (await browser.post('/api/account/passkeys/options')).json()
  const answer = await browser.post('/api/account/passkeys', { name: 'Laptop', response: passkey.create(options) })
  return { passkey, answer }
}

/** The tokens in the links of the mails to an address, the newest last. */
export async function tokensIn(app: TestApp, to: string, page: string): Promise<string[]> {
  await runTasks(app)
  const pattern = new RegExp(`/${page}\\?token=([\\w-]+)`)
  return (await mailsTo(app, to)).flatMap((it) => pattern.exec(it.text)?.[1] ?? [])
}
