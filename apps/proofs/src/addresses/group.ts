import { eachOf } from '@posthorn/testkit/system'
import { all, groupOf, type Outcome, type ProofFixture } from '../proof.ts'
import { everySpelling, guardInLookup, hostileServers, ownHosts, publicNetwork, someHostileServers } from './hostile.ts'

type Refusal = { errorCode?: string }

/** F6: webhooks, files and imports that target the system's own ports at every address of this machine. */
async function ownServices(fixture: ProofFixture): Promise<Outcome> {
  const system = await fixture.system(publicNetwork)
  const { urls, natsUrl, databaseUrl } = system.run
  const ports = [...Object.values(urls), natsUrl, databaseUrl, system.url].map((url) => new URL(url).port)
  const hosts = ['localhost', '[::ffff:127.0.0.1]', ...ownHosts()]
  const targets = ports.flatMap((port) => hosts.map((host) => `https://${host}:${port}/`))
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
  return all(`${refused} of ${answers.length} refused: ${ports.length} ports at ${hosts.length} hosts, 3 ways`, {
    'every one is refused': refused === answers.length,
  })
}

const fetchFileTests = 'packages/http/src/fetch-file.test.ts'
const addressTests = 'packages/http/src/vetted-addresses.test.ts'

/** F: no customer-supplied address reaches our network, and no header can inject another header. */
export const addresses = groupOf('addresses', 'F. Addresses and headers', {
  F1: {
    promise: 'URLs that lead to this machine or its network are never called, in any spelling',
    expected: 'over 60 spellings: refused at creation, as files and imports, and at delivery, 0 hits on the canary',
    run: everySpelling,
    tests: {
      [addressTests]: [
        'one private answer among public ones refuses the name',
        'a name that turns private after its creation is refused at the next dial',
      ],
    },
  },
  F2: {
    promise: 'A name whose address changes after its lookup is refused when the connection is made',
    expected:
      'public at creation, private at delivery: no connection; the far end of a connection is the vetted address',
    tests: {
      [addressTests]: [
        'a name that turns private after its creation is refused at the next dial',
        'one private answer among public ones refuses the name',
      ],
    },
  },
  F3: {
    promise: 'The system never calls its own public addresses, and responses do not reveal which internal names exist',
    expected:
      'IPv4, IPv4 mapped into IPv6, and IPv6 in any spelling: never called; the same outcome and sentence as for a name without address',
    tests: {
      [addressTests]: [
        'a name of our network, or with an own address however it is spelled, passes creation and fails',
      ],
    },
  },
  F4: {
    promise: 'Redirects are checked like the first URL',
    expected: 'a file behind one to three redirects to a forbidden address or scheme: refused, nothing reached',
    tests: {
      [fetchFileTests]: ['refuses a public address that redirects to a private one or another scheme'],
      'packages/http/src/vetted-fetch.test.ts': ['a redirect is an answer, and its target is never visited'],
    },
  },
  F5: {
    promise: 'A slow or broken DNS server only fails the attempt',
    expected: 'silence, SERVFAIL, a chain of 20 names, 1,000 answers: over within 2.5 s, and vetted all the same',
    tests: {
      [addressTests]: [
        'a name of our network, or with an own address however it is spelled, passes creation and fails',
        'a chain of twenty names and a thousand answers take less than 2.5 s of CPU',
      ],
    },
  },
  F6: {
    promise: 'Callers can never make the system call its own services',
    expected: 'every port of ours at every name and address of this machine, as webhook, file and import: refused',
    run: ownServices,
  },
  F7: {
    promise: 'A custom header of a webhook cannot replace one of the system, and holds printable ASCII only',
    expected: 'names and values that change a request are 400; what is allowed is on the wire byte by byte',
    tests: {
      'apps/webhooks/src/webhooks/webhooks.test.ts': [
        'a secret header named',
        'a secret header value like',
        'a secret header of printable ASCII arrives as given',
      ],
    },
  },
  F8: {
    promise: 'A download that never ends is stopped at the limit, and media whose bytes are of another type is refused',
    expected:
      'an answer without an end: 413 at the limit; HTML, SVG, zip and a program called image: refused by their bytes',
    tests: {
      [fetchFileTests]: ['ends an answer without an end at the limit'],
      'apps/messaging/src/files/files.test.ts': ['what lies about its type'],
      'apps/gateway/src/rest/respond/upload.test.ts': ['refused with nothing left behind'],
    },
  },
  F9: {
    promise: 'No server can crash our processes with its responses, and every job ends with a reason',
    expected:
      '2,000 addresses for imports, files, webhooks and media in one process: none ends, nothing is answered 5xx',
    run: () => hostileServers({ split: false }),
    tests: {
      [fetchFileTests]: [
        'a stream that fails before its file is open',
        'ends with a reason for each of 360 hostile addresses',
      ],
      'apps/contacts/src/workers/fetch-import.test.ts': [
        'every import from 120 hostile addresses',
        'addresses that drip for ever hold up no import',
      ],
    },
  },
  'F9-split': {
    promise: 'F9, with each service in a separate process',
    expected: '2,000 addresses, no process ends, every job ends with a reason',
    run: () => hostileServers({ split: true }),
  },
  'F9-short': {
    promise: 'F9, with a few addresses of each kind',
    expected: '120 addresses, no process ends, every job ends with a reason',
    run: someHostileServers,
    fast: true,
  },
  'F-twin': {
    promise: 'The canary catches a guard that only checks DNS lookups',
    expected: 'the twin reaches the canary, ours does not',
    run: guardInLookup,
  },
})
