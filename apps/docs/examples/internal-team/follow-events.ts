import { createClients } from '@posthorn/client'

/**
 * Follows a workspace's events. Prints each as a line of JSON, oldest first. Pass the last printed sequence to the next run, so that nothing
 * is missed or repeated. WEBHOOKS_URL=http://webhooks:4000 CREDENTIAL=crm-sync:<secret> WORKSPACE=ws_… node follow-events.ts
 * <after>
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
    // Waits for an event, but for less time than the client's timeout.
    const events = await clients.webhooks.events.list.query({ after, wait: 20, size: 100 }, call)
    for (const event of events) console.log(JSON.stringify(event))
    after = events.at(-1)?.sequence ?? after
  }
} catch (err) {
  if (!stopping.signal.aborted) throw err
} finally {
  await clients.close()
}
