import { startHttpServer } from '@posthorn/testkit'
import type { RunningSystem } from '@posthorn/testkit/system'
import { eachOf } from '@posthorn/testkit/system'
import { all, type Outcome } from '../check.ts'
import type { ProofFixture } from '../proof.fixture.ts'
import { startCanary } from './canary.ts'

type Fault = { errorCode?: string }

const fetchedFrom = (system: RunningSystem, url: string, more: object = {}) =>
  system.call<Fault>('POST', '/v1/files', { body: { url, ...more } })

/** F4: every redirect is checked like the first URL. */
export async function redirectedMedia(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  await using canary = await startCanary()
  const targets = [
    `http://good@127.0.0.1:${canary.port}/`,
    `https://user:pass@localhost:${canary.port}/`,
    `ftp://127.0.0.1:${canary.port}/`,
    `gopher://127.0.0.1:${canary.port}/_x`,
    'file:///etc/passwd',
  ]
  // The last of up to three redirects leads to a forbidden address.
  await using server = await startHttpServer((req, res) => {
    const [, hops = '0', at = '0'] = (req.url ?? '').split('/')
    const location = hops === '0' ? targets[Number(at)] : `/${Number(hops) - 1}/${at}`
    res.writeHead(302, { location }).end()
  })
  const asked = targets.flatMap((_, at) => [0, 1, 2].map((hops) => `${server.url}/${hops}/${at}`))
  const answers = await eachOf(asked.length, 4, (i) => fetchedFrom(system, asked[i] ?? ''))
  const refused = answers.filter(({ status, body }) => status === 400 && body.errorCode === 'url:not_allowed').length
  return all(`${refused} of ${asked.length} chains refused as url:not_allowed, ${canary.hits()} hits`, {
    'each hop is vetted': refused === asked.length,
    'the canary was not reached': canary.hits() === 0,
  })
}

const mebibyte = 1024 * 1024
const slackBytes = 8 * mebibyte
const endlessBytes = 2 * 1024 * mebibyte

/** F8: an endless response is cut off at the limit, and a file with a false type is not kept. */
export async function hostileMedia(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system()
  let written = 0
  await using endless = await startHttpServer((_req, res) => {
    res.writeHead(200, { 'content-type': 'video/mp4' })
    const head = Buffer.from('\u0000\u0000\u0000\u0018ftypisom', 'latin1')
    written += head.length
    res.write(head)
    const chunk = Buffer.alloc(64 * 1024, 7)
    const more = () => {
      while (!res.destroyed && written < endlessBytes) {
        written += chunk.length
        if (!res.write(chunk)) return
      }
    }
    res.on('drain', more)
    more()
  })
  const cut = await fetchedFrom(system, `${endless.url}/movie.mp4`)
  const lies: Record<string, string> = {
    html: '<!doctype html><script>alert(1)</script>',
    svg: '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    zip: 'PK\u0003\u0004rest of an archive',
    program: 'MZ\u0000\u0001',
  }
  await using liar = await startHttpServer((req, res) => {
    res.writeHead(200, { 'content-type': 'image/png' }).end(lies[(req.url ?? '/').slice(1)])
  })
  const reported = await Promise.all(Object.keys(lies).map((name) => fetchedFrom(system, `${liar.url}/${name}`)))
  const refused = reported.filter(({ body }) => body.errorCode === 'file:unsupported_type').length
  const limit = 100 * mebibyte
  const readMiB = Math.round(written / mebibyte)
  return all(
    `endless file: ${cut.status} after ${readMiB} MiB; ${refused} of ${reported.length} lies refused by their bytes`,
    {
      'too large': cut.status === 413,
      'stopped at the limit': written <= limit + slackBytes,
      'refused by magic bytes': refused === reported.length,
    },
  )
}
