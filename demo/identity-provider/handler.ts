import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider'
import { createMemoryAdapter } from 'oidc-provider/lib/adapters/memory_adapter.js'
import { Provider } from 'oidc-provider/lib/provider.js'
import { site } from '#features/site/config.ts'
import { errorPage, pagePolicy, signInPage, type SamplePerson } from './pages.ts'
import type { OidcProvider } from '#platform/server/oidc-settings.ts'

export type ProviderSetup = {
  client: OidcProvider
  redirectUri: string
  siteUrl: string
  people: readonly SamplePerson[]
}

const sessionCookie = 'demo_identity_session'
/** Ten minutes. */
const lifetime = 600
const maxForm = 4096
const scopes = 'openid email profile'

export function createHandler(setup: ProviderSetup): RequestListener {
  const provider = new Provider(setup.client.issuer, configurationOf(setup))
  const handleProtocol = provider.callback()
  return (request, response) => {
    forgetSession(request)
    const uid = /^\/interaction\/([\w-]+)$/.exec(request.url ?? '')?.[1]
    const handled =
      uid === undefined
        ? handleProtocol(request, response)
        : chooseWho(provider, setup, uid, request, response)
    handled.catch(() => {
      sendPage(
        response,
        400,
        errorPage('This sign-in took too long, or was finished already.', setup.siteUrl),
        setup,
      )
    })
  }
}

function configurationOf({ client, redirectUri, siteUrl, people }: ProviderSetup): Configuration {
  return {
    adapter: createMemoryAdapter(0),
    clients: [
      {
        client_id: client.clientId,
        client_secret: client.clientSecret ?? '',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [newSigningKey()] },
    cookies: {
      keys: [randomBytes(32).toString('base64url')],
      // Cookies ignore ports, so the site gets them, too.
      names: {
        session: sessionCookie,
        interaction: 'demo_identity_interaction',
        resume: 'demo_identity_resume',
      },
    },
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    ttl: {
      AccessToken: lifetime,
      IdToken: lifetime,
      Interaction: lifetime,
      Session: lifetime,
      Grant: lifetime,
    },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => {
      const person = people.find((person) => person.subject === subject)
      return person && { accountId: subject, claims: () => claimsOf(person) }
    },
    loadExistingGrant: grantAll,
    renderError: (context, { error_description, error }) => {
      context.set('content-security-policy', pagePolicy(siteUrl))
      context.type = 'html'
      context.body = errorPage(error_description ?? error, siteUrl)
    },
  }
}

function newSigningKey() {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...privateKey.export({ format: 'jwk' }), alg: 'ES256', use: 'sig' }
}

const claimsOf = ({ subject, givenName, familyName, email, emailVerified }: SamplePerson) => ({
  sub: subject,
  name: `${givenName} ${familyName}`,
  given_name: givenName,
  family_name: familyName,
  ...(email !== undefined && { email, email_verified: emailVerified ?? false }),
})

/** Choosing a person on the page that shows the scopes is the consent. */
async function grantAll({ oidc }: KoaContextWithOIDC) {
  const { client, session } = oidc
  if (!client || !session?.accountId) return undefined
  const grant = new oidc.provider.Grant({ clientId: client.clientId, accountId: session.accountId })
  grant.addOIDCScope(scopes)
  await grant.save()
  return grant
}

/** Forgets the person, because a tester wants to choose again. */
function forgetSession({ headers }: IncomingMessage): void {
  const cookies = headers.cookie?.split('; ').filter((cookie) => !cookie.startsWith(sessionCookie))
  if (cookies) headers.cookie = cookies.join('; ')
}

async function chooseWho(
  provider: Provider,
  setup: ProviderSetup,
  uid: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  // Fails without the cookie of this interaction.
  await provider.interactionDetails(request, response)
  if (request.method !== 'POST') {
    return sendPage(
      response,
      200,
      signInPage(setup.people, site.name, `/interaction/${uid}`),
      setup,
    )
  }
  const chosen = (await readForm(request)).get('person')
  const person = setup.people.find((person) => person.subject === chosen)
  await provider.interactionFinished(
    request,
    response,
    person
      ? { login: { accountId: person.subject, remember: false } }
      : { error: 'access_denied', error_description: 'Nobody was chosen' },
  )
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += String(chunk)
    if (text.length > maxForm) throw new Error('The form is too long')
  }
  return new URLSearchParams(text)
}

function sendPage(
  response: ServerResponse,
  status: number,
  html: string,
  { siteUrl }: ProviderSetup,
): void {
  response
    .writeHead(status, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': pagePolicy(siteUrl),
      'cache-control': 'no-store',
    })
    .end(html)
}
