import { ConfigError } from '@posthorn/chassis'
import { Fault } from '@posthorn/contracts'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
  type UserInfoResponse,
} from 'openid-client'
import { type GatewayConfig, isLoopback } from '../../config.ts'
import { atFirstCall } from '../../pages/documents.ts'

/** State that the browser must present when it returns from the provider. Only the browser that started the sign-in has it, encrypted. */
export type OidcAttempt = { state: string; nonce: string; verifier: string }

/** The operator's identity provider (OpenID Connect). */
export type OidcProvider = {
  /** Name on the sign-in page's button. */
  name: string
  /** Returns the URL to send the browser to, and the attempt. */
  begin(): Promise<{ url: string; attempt: OidcAttempt }>
  /**
   * Returns the user's email address, or undefined if the provider hasn't verified one. `query`: the query string of the page to which the
   * provider sent the browser back.
   *
   * @throws OidcRefusal if the response proves nothing.
   * @throws Fault `service:unavailable` if the provider can't be reached.
   */
  finish(query: string, attempt: OidcAttempt): Promise<string | undefined>
}

/** Thrown if the provider's response proves nothing: it belongs to another attempt, was already used, has expired, or is a refusal. */
export class OidcRefusal extends Error {
  readonly code: string

  constructor(code: string) {
    super(`the identity provider proved nothing: ${code}`)
    this.code = code
  }
}

const timeoutSeconds = 10
/** Page of the dashboard to which the provider redirects the browser. */
const returnPath = '/app/oidc'

/**
 * Creates the provider, or returns undefined if the operator has none.
 *
 * @throws ConfigError if only some of its settings are given, or `PUBLIC_URL` is missing.
 */
export function createOidc(config: GatewayConfig): OidcProvider | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: secret, OIDC_NAME: name } = config
  if (issuer === undefined && clientId === undefined && secret === undefined) return undefined
  if (issuer === undefined || clientId === undefined || secret === undefined || config.PUBLIC_URL === undefined)
    throw new ConfigError('OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET: set all three and PUBLIC_URL, else none')
  const returnUrl = `${config.PUBLIC_URL}${returnPath}`
  const server = new URL(issuer)
  // A provider on this machine may use plain HTTP, for development.
  const options = { execute: isLoopback(server.hostname) ? [allowInsecureRequests] : [], timeout: timeoutSeconds }
  // Read when first needed, so that a provider that is down doesn't delay startup.
  const read = atFirstCall(() =>
    discovery(server, clientId, secret, undefined, options).catch((cause: unknown) => {
      throw new Fault('service:unavailable', { cause, retryAfter: timeoutSeconds })
    }),
  )
  return {
    name,
    async begin() {
      const provider = await read()
      const attempt = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(provider, {
        redirect_uri: returnUrl,
        scope: 'openid email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, attempt }
    },
    async finish(query, { state, nonce, verifier }) {
      const provider = await read()
      const url = new URL(returnUrl)
      url.search = query
      const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
      const tokens = await authorizationCodeGrant(provider, url, checks).catch(refuse)
      const { sub, ...claims } = tokens.claims() ?? refuse(new Error('no ID token'))
      // Some providers tell the address only there.
      const hasEmail = 'email' in claims || provider.serverMetadata().userinfo_endpoint === undefined
      return verifiedEmailOf(hasEmail ? claims : await fetchUserInfo(provider, tokens.access_token, sub).catch(refuse))
    },
  }
}

/** Returns the address only if the provider has verified it. Otherwise, its user could sign in as the person with that address here. */
const verifiedEmailOf = ({ email, email_verified: isVerified }: Partial<UserInfoResponse>): string | undefined =>
  typeof email === 'string' && isVerified === true ? email : undefined

/**
 * Throws `service:unavailable` if the provider can't be reached, which `fetch` reports as a `TypeError`, or responds with a 5xx; otherwise
 * `OidcRefusal`.
 */
function refuse(error: unknown): never {
  const { code, error: reason, cause } = error as { code?: string; error?: string; cause?: unknown }
  const isDown = cause instanceof Response && cause.status >= 500
  if (code === 'OAUTH_TIMEOUT' || isDown || error instanceof TypeError || cause instanceof TypeError)
    throw new Fault('service:unavailable', { cause: error, retryAfter: timeoutSeconds })
  throw new OidcRefusal(reason ?? code ?? 'unknown')
}
