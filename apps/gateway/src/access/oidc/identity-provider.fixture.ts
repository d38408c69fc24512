import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

export type TestAccount = { email?: string; email_verified?: boolean }

/** A real identity provider, and a browser that signs in there. */
export type IdentityProvider = AsyncDisposable & {
  issuer: string
  client: { id: string; secret: string }
  /** Status of every response of the provider, while it is set. */
  failure: number | undefined
  /** Signs in at the provider, starting at this URL. Returns the URL to which the provider redirects the browser. */
  signIn(url: string, account: TestAccount): Promise<URL>
}

const stepsMax = 12

/** Starts a provider that has a client registered with this return URL. */
export async function startIdentityProvider(returnUrl: string): Promise<IdentityProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { id: 'posthorn', secret: 'a secret of the client, long enough' }
  const accounts = new Map<string, TestAccount>()
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [returnUrl] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    findAccount: (_, sub) => ({ accountId: sub, claims: () => ({ sub, ...accounts.get(sub) }) }),
  })
  const respond = provider.callback()
  server.on('request', (req, res) => {
    if (identityProvider.failure === undefined) void respond(req, res)
    else res.writeHead(identityProvider.failure).end()
  })
  const identityProvider: IdentityProvider = {
    issuer,
    client,
    failure: undefined,
    async signIn(url, account) {
      const login = `account ${accounts.size}`
      accounts.set(login, account)
      const cookies = new Map<string, string>()
      let step: { url: string; form?: Record<string, string> } = { url }
      for (let i = 0; i < stepsMax; i++) {
        const answer = await fetch(step.url, {
          redirect: 'manual',
          headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
          ...(step.form ? { method: 'POST', body: new URLSearchParams(step.form) } : {}),
        })
        for (const line of answer.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          cookies.set(name, value)
        }
        const location = answer.headers.get('location')
        const text = await answer.text()
        const prompt = /name="prompt" value="(\w+)"/.exec(text)?.[1]
        if (location?.startsWith(returnUrl)) return new URL(location)
        if (location) step = { url: new URL(location, step.url).href }
        else if (prompt) step = { url: step.url, form: { prompt, login, password: 'any' } }
        else throw new Error(`the provider answered ${answer.status}: ${text}`)
      }
      throw new Error('the provider did not send the browser back')
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return identityProvider
}
