import type { Configuration } from 'openid-client'
import type { SignInError } from '#features/accounts/texts.ts'
import { isLoopback } from '#platform/server/oidc-settings.ts'
import type { OidcProvider } from '#platform/server/oidc-settings.ts'

/** A sign-in with a provider that came to nothing: its reason is for the visitor, its cause for the log. */
export class SignInFault extends Error {
  readonly reason: SignInError

  constructor(reason: SignInError, options?: ErrorOptions) {
    super(`sign-in with a provider: ${reason}`, options)
    this.name = 'SignInFault'
    this.reason = reason
  }
}

const timeoutSeconds = 10
/** For everything but keys: the library loads those again when an unknown one turns up. */
const keepMs = 60 * 60 * 1000

type Discovered = { configuration: Configuration; at: number }

/** The providers of the settings. Nobody is asked for anything, and no library loaded, before somebody wants to sign in there. */
export class IdentityProviders {
  readonly list: readonly OidcProvider[]
  readonly #discovered = new Map<string, Discovered>()
  readonly #coming = new Map<string, Promise<Configuration>>()

  constructor(list: readonly OidcProvider[]) {
    this.list = list
  }

  /** @throws {SignInFault} for an id that no provider has. Without an id it is the first one. */
  find(id: string | undefined): OidcProvider {
    const provider = id === undefined ? this.list[0] : this.list.find((it) => it.id === id)
    if (!provider) throw new SignInFault('unknown-provider')
    return provider
  }

  /**
   * How to talk to a provider. One that was down is asked again at the next sign-in; one that goes down later is talked to as
   * before.
   * @throws {SignInFault}
   */
  async configurationOf(provider: OidcProvider): Promise<Configuration> {
    const known = this.#discovered.get(provider.id)
    if (known && Date.now() - known.at < keepMs) return known.configuration
    try {
      return await this.#discoverOnce(provider)
    } catch (error) {
      if (known) return known.configuration
      throw new SignInFault('unavailable', { cause: error })
    }
  }

  #discoverOnce(provider: OidcProvider): Promise<Configuration> {
    const coming = this.#coming.get(provider.id)
    if (coming) return coming
    const discovery = this.#discover(provider).finally(() => this.#coming.delete(provider.id))
    this.#coming.set(provider.id, discovery)
    return discovery
  }

  async #discover({ id, issuer, clientId, clientSecret }: OidcProvider): Promise<Configuration> {
    const client = await import('openid-client')
    const authentication = clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret)
    const configuration = await client.discovery(new URL(issuer), clientId, undefined, authentication, {
      timeout: timeoutSeconds,
      // The signature of ID tokens is checked, although they come from the provider directly.
      execute: [client.enableNonRepudiationChecks, ...(isLoopback(issuer) ? [client.allowInsecureRequests] : [])],
    })
    this.#discovered.set(id, { configuration, at: Date.now() })
    return configuration
  }
}
