import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { randomBytes } from 'node:crypto'
import { demoProviderId, type OidcProvider } from '#platform/server/oidc-settings.ts'
import { errorCode, StartError } from '#platform/server/errors.ts'
import { providerSignInPath } from '#shared/paths.ts'
import type { ProviderSetup } from './handler.ts'
import type { SamplePerson } from './pages.ts'

type Options = {
  /** 0 takes a free port. */
  port: number
  publicUrl: string
  id?: string
  people?: readonly SamplePerson[]
  /** Further pages of this server, by path. */
  pages?: Readonly<Record<string, () => string>>
}

export type DemoIdentityProvider = { provider: OidcProvider; stop(): Promise<void> }

const host = '127.0.0.1'

/**
 * An OpenID Connect provider on loopback with sample people and no passwords. The library is loaded
 * by the first request.
 */
export async function startDemoIdentityProvider(options: Options): Promise<DemoIdentityProvider> {
  const { port, publicUrl, id = demoProviderId, people = await readPeople(), pages = {} } = options
  let handler: Promise<RequestListener> | undefined
  const server = createServer((request, response) => {
    const page = pages[request.url ?? '']
    if (page) {
      response.end(page())
      return
    }
    handler ??= import('./handler.ts').then((module) => module.createHandler(setup))
    handler.then(
      (handle) => handle(request, response),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    throw new StartError(
      `DEMO_IDENTITY_PORT ${port} cannot be used on ${host} (${errorCode(error) ?? String(error)}).`,
    )
  }
  const address = server.address()
  const client: OidcProvider = {
    id,
    label: 'Demo identity provider',
    issuer: `http://${host}:${typeof address === 'object' ? address?.port : port}`,
    clientId: 'whitecoat',
    clientSecret: randomBytes(32).toString('base64url'),
  }
  const setup: ProviderSetup = {
    client,
    redirectUri: `${publicUrl}${providerSignInPath}/callback/${id}`,
    siteUrl: publicUrl,
    people,
  }
  return {
    provider: client,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

const readPeople = async (): Promise<SamplePerson[]> =>
  JSON.parse(
    await readFile(new URL('../data/people.json', import.meta.url), 'utf8'),
  ) as SamplePerson[]
