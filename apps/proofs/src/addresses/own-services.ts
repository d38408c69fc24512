import { networkInterfaces } from 'node:os'
import { eachOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { publicNetwork } from './guard.ts'

type Refusal = { errorCode?: string }

/** F6: the ports of the system itself, at every address of this machine, asked for as webhook, file and import. */
export async function ownServices(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(publicNetwork)
  const { urls, natsUrl, databaseUrl } = system.run
  const ports = [...Object.values(urls), natsUrl, databaseUrl, system.url].map((url) => new URL(url).port)
  const targets = ports.flatMap((port) => hosts().map((host) => `https://${host}:${port}/`))
  const places = [
    (url: string) => system.call<Refusal>('POST', '/v1/webhooks', { body: { url, events: ['*'] } }),
    (url: string) => system.call<Refusal>('POST', '/v1/files', { body: { url } }),
    (url: string) => system.call<Refusal>('POST', '/v1/imports', { body: { url } }),
  ]
  const answers = await eachOf(targets.length * places.length, 8, (i) => {
    const place = places[i % places.length]
    return place?.(targets[Math.floor(i / places.length)] ?? '') ?? Promise.reject(new Error('no place'))
  })
  const refused = answers.filter(({ body }) => body.errorCode === 'url:not_allowed').length
  return all(`${refused} of ${answers.length} refused: ${ports.length} ports at ${hosts().length} hosts, 3 ways`, {
    'every one is refused': refused === answers.length,
  })
}

/** The names and addresses of this machine, as a URL spells them. */
function hosts(): string[] {
  const own = Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address))
  const spelled = own.map((address) => (address.includes(':') ? `[${address}]` : address))
  return ['localhost', '[::ffff:127.0.0.1]', ...spelled]
}
