// A bot for the established v1 dialect in plain JavaScript: API_URL=https://posthorn.example.com/compat API_KEY=… node bot.js
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'

const { API_URL, API_KEY, PORT = '0', PUBLIC_URL } = process.env

async function request(method, path, body) {
  const isForm = body instanceof FormData
  const response = await fetch(`${API_URL}/v1${path}`, {
    method,
    headers: { Token: API_KEY, ...(body && !isForm ? { 'Content-Type': 'application/json' } : {}) },
    body: body && !isForm ? JSON.stringify(body) : body,
  })
  const answer = await response.json()
  // The error names a file that is already stored.
  if (response.status === 409 && answer.meta?.file) return [{ id: answer.meta.file }]
  if (!response.ok) throw new Error(`${method} ${path}: ${answer.errorCode} ${answer.message}`)
  return answer
}

async function store(name, type) {
  const bytes = await readFile(new URL(`./${name}`, import.meta.url))
  const form = new FormData()
  form.append('file', new Blob([bytes], { type }), name)
  const [file] = await request('POST', '/files', form)
  return file.id
}

const answers = {
  help: async () => ({ message: 'Write "picture", "voice" or "human".' }),
  picture: async () => ({ message: 'Here it is.', media: { file: await store('dot.png', 'image/png') } }),
  voice: async () => ({ media: { file: await store('note.ogg', 'audio/ogg'), format: 'ptt' } }),
}

async function assign(device, chat) {
  const [person] = (await request('GET', `/devices/${device}/team?status=active`)).filter(({ role }) => role === 'agent')
  if (person) await request('PATCH', `/chat/${device}/chats/${chat}/owner`, { agent: person.id })
  return { message: person ? `${person.displayName} will answer you.` : 'Nobody is here at the moment.' }
}

async function answer({ event, device, data }) {
  if (event !== 'message:in:new' || data.meta.isNotification || data.chat.type !== 'chat') return
  // If a person owns the chat, the bot stays out of it.
  if (data.chat.owner?.agent) return
  const word = (data.body ?? '').trim().toLowerCase()
  const content = word === 'human' ? await assign(device.id, data.chat.id) : await (answers[word] ?? answers.help)()
  await request('POST', '/messages', { phone: data.fromNumber, device: device.id, quote: data.id, ...content })
}

const server = createServer(async (req, res) => {
  const chunks = []
  for await (const chunk of req) chunks.push(chunk)
  res.end('ok')
  try {
    await answer(JSON.parse(Buffer.concat(chunks)))
  } catch (err) {
    console.error(err.message)
  }
})

server.listen(Number(PORT), '127.0.0.1', async () => {
  const [device] = (await request('GET', '/devices')).filter(({ status }) => status === 'operative')
  const url = PUBLIC_URL ?? `http://127.0.0.1:${server.address().port}/`
  const events = ['message:in:new']
  const webhooks = await request('GET', '/webhooks?size=200')
  const known = webhooks.find((webhook) => webhook.url === url && webhook.device === device.id)
  if (!known) await request('POST', '/webhooks', { name: 'Example bot', url, events, device: device.id })
  console.log(`answers for ${device.phone}`)
})
