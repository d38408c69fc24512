import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { createClients } from '@posthorn/client'

/**
 * Uploads a file in chunks, and sends it to a phone number. Each run creates a new file and message. MESSAGING_URL=http://messaging:4000
 * CREDENTIAL=crm-sync:<secret> WORKSPACE=ws_… node upload-file.ts hours.txt +4915112345678
 */
const { MESSAGING_URL = 'http://messaging:4000', CREDENTIAL = '', WORKSPACE = '' } = process.env
const [path = '', phone = ''] = process.argv.slice(2)
const [name = '', secret = ''] = CREDENTIAL.split(':')

const workspace = WORKSPACE as `ws_${string}`
const clients = createClients({ urls: { messaging: MESSAGING_URL }, credential: { name, secret } })
try {
  const upload = {
    operation: 'files.create' as const,
    bytes: createReadStream(path) as AsyncIterable<Buffer>,
    fields: async () => ({ filename: basename(path) }),
  }
  const file = (await clients.upload('messaging', upload, { workspace, scopes: ['send'] })) as { id: `file_${string}` }
  const message = await clients.messaging.messages.send.mutate(
    { phone, media: { file: file.id } },
    clients.calling({ workspace, scopes: ['send'], idempotencyKey: `${file.id}-${phone}` }),
  )
  console.log(JSON.stringify({ file: file.id, message: message.id, status: message.status }))
} finally {
  await clients.close()
}
