import { createClients } from '@posthorn/client'

/**
 * Follows the events of a workspace: prints each as a line of JSON, the oldest first. The sequence of the last one is where the next run
 * begins, so nothing is missed and nothing comes twice.
 *
 *   WEBHOOKS_URL=http://webhooks:4000 CREDENTIAL=crm-sync:<secret> WORKSPACE=ws_… node follow-events.ts <after>
 */
const { WEBHOOKS_URL = 'http://webhooks:4000', CREDENTIAL = '', WORKSPACE = '' } = process.env
const [name = '', secret = ''] = CREDENTIAL.split(':')

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

const clients = createClients({ urls: { webhooks: WEBHOOKS_URL }, credential: { name, secret } })
const call = {
  ...clients.calling({ workspace: WORKSPACE as `ws_${string}`, scopes: ['read'] }),
  signal: stopping.signal,
}

let after = Number(process.argv[2] ?? 0)
try {
  while (!stopping.signal.aborted) {
    // The answer waits for an event, but less long than the clients wait for an answer.
    const events = await clients.webhooks.events.list.query({ after, wait: 20, size: 100 }, call)
    for (const event of events) console.log(JSON.stringify(event))
    after = events.at(-1)?.sequence ?? after
  }
} catch (err) {
  if (!stopping.signal.aborted) throw err
} finally {
  await clients.close()
}
