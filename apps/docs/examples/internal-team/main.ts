import { createClients, faultOf } from '@posthorn/client'

/**
 * A program of an internal team. It calls the contacts service through the typed client, with a service credential instead of an API key.
 * The operator adds `name:secret` to SERVICE_CREDENTIALS of the services that this team may call. CONTACTS_URL=http://contacts:4000
 * CREDENTIAL=crm-sync:<secret> WORKSPACE=ws_… node main.ts +4915112345678 "Ada Lovelace"
 */
const { CONTACTS_URL = 'http://contacts:4000', CREDENTIAL = '', WORKSPACE = '' } = process.env
const [phone = '', name = ''] = process.argv.slice(2)
const [team = '', secret = ''] = CREDENTIAL.split(':')

const clients = createClients({ urls: { contacts: CONTACTS_URL }, credential: { name: team, secret } })

// The call's permissions and workspace, signed and valid for a minute. Request no more scopes than the call needs.
const call = clients.calling({
  workspace: WORKSPACE as `ws_${string}`,
  scopes: ['read', 'manage'],
  idempotencyKey: `crm-sync ${phone}`.replaceAll(' ', '-'),
})

try {
  const contact = await clients.contacts.contacts.create.mutate({ phone, name, upsert: true }, call)
  const { items } = await clients.contacts.contacts.list.query({ search: name, size: 10 }, call)
  console.log(JSON.stringify({ id: contact.id, phone: contact.phone, found: items.length }))
} catch (err) {
  // Every error is in the catalog. It has a code for programs, and lists any invalid fields.
  const { code, message, errors } = faultOf(err)
  console.error(JSON.stringify({ code, message, errors }))
  process.exitCode = 1
} finally {
  await clients.close()
}
