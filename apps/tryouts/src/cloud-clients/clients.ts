import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Base URL of the API, and the sending number. */
export type Target = { baseUrl: string; token: string; phoneNumberId: string }

/** A Cloud API client. Each function returns the API's response. */
export type Client = {
  text(to: string, body: string): Promise<unknown>
  reply(to: string, body: string, messageId: string): Promise<unknown>
  upload(image: Blob): Promise<unknown>
  image(to: string, id: string, caption: string): Promise<unknown>
  template(to: string, name: string, language: string): Promise<unknown>
  buttons(to: string, body: string, buttons: { id: string; title: string }[]): Promise<unknown>
}

type Package = { name: string; version: string; open(loaded: never, target: Target): Client }

type Kapso = { WhatsAppClient: new (config: object) => { messages: Record<string, Call>; media: Record<string, Call> } }
type Call = (input: object) => Promise<unknown>

/** npm clients with a configurable base URL. They are installed on first use. */
export const packages: Package[] = [
  {
    name: '@kapso/whatsapp-cloud-api',
    version: '0.3.0',
    open({ WhatsAppClient }: Kapso, { baseUrl, token, phoneNumberId }) {
      const { messages, media } = new WhatsAppClient({ baseUrl, accessToken: token })
      const call = (calls: Record<string, Call>, name: string, input: object) =>
        calls[name]?.call(calls, { phoneNumberId, ...input }) ?? Promise.reject(new Error(`no ${name}`))
      return {
        text: (to, body) => call(messages, 'sendText', { to, body }),
        reply: (to, body, contextMessageId) => call(messages, 'sendText', { to, body, contextMessageId }),
        upload: (file) => call(media, 'upload', { type: 'image', file, fileName: 'parcel.png' }),
        image: (to, id, caption) => call(messages, 'sendImage', { to, image: { id, caption } }),
        template: (to, name, code) => call(messages, 'sendTemplate', { to, template: { name, language: { code } } }),
        buttons: (to, bodyText, buttons) => call(messages, 'sendInteractiveButtons', { to, bodyText, buttons }),
      }
    },
  },
  {
    name: '@great-detail/whatsapp',
    version: '9.2.0',
    open(loaded: GreatDetail, { baseUrl, token, phoneNumberId }) {
      const { message, media } = new loaded.default({
        baseUrl,
        request: { headers: { Authorization: `Bearer ${token}` } },
      })
      const send = (content: object) => message.createMessage({ phoneNumberID: phoneNumberId, ...content }).json()
      return {
        text: (to, body) => send({ to, type: 'text', text: { body } }),
        reply: (to, body, id) => send({ to, type: 'text', text: { body }, context: { message_id: id } }),
        upload: (file) =>
          media.upload({ phoneNumberID: phoneNumberId, file, filename: 'parcel.png', mimeType: file.type }).json(),
        image: (to, id, caption) => send({ to, type: 'image', image: { id, caption } }),
        template: (to, name, code) => send({ to, type: 'template', template: { name, language: { code } } }),
        buttons: (to, text, buttons) =>
          send({
            to,
            type: 'interactive',
            interactive: {
              type: 'button',
              body: { text },
              action: { buttons: buttons.map((reply) => ({ type: 'reply', reply })) },
            },
          }),
      }
    },
  },
]

type Sent = { json(): Promise<unknown> }
type GreatDetail = {
  default: new (
    options: object,
  ) => {
    message: { createMessage(input: object): Sent }
    media: { upload(input: object): Sent }
  }
}

/** Installs a package into its own folder unless it exists, and imports it. */
export async function load({ name, version }: Package, root: string): Promise<never> {
  const folder = join(root, name, version)
  const installed = join(folder, 'node_modules', name, 'package.json')
  if (!existsSync(installed)) {
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }\n')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund']
    execFileSync('npm', ['install', `${name}@${version}`, ...flags], { cwd: folder, stdio: 'inherit' })
  }
  const { main = 'index.js' } = createRequire(installed)(installed) as { main?: string }
  return (await import(pathToFileURL(join(installed, '..', main)).href)) as never
}
