import { newId } from '@posthorn/contracts'
import { expect, it } from 'vitest'
import { useGraph } from '../rest/graph/graph.fixture.ts'
import { call, connectAssistant } from './client.fixture.ts'

const graph = useGraph({ records: false })

it('an assistant whose key may only send answers in the chat of a customer, and in none of a channel', async () => {
  const { id } = await graph.customer()
  const { json } = await graph.gateway.send(`/v1/messages/${id}`, { token: graph.token })
  const [chat, channel] = [String(json['chat']), newId('chat')]
  await graph.messaging.rows(
    `insert into chat (workspace_id, id, number_id, recipient, type, last_message_at) values ($1, $2, $3, $4, 'channel', now())`,
    [graph.workspace, channel, graph.number, newId('chn')],
  )
  const { key } = await graph.gateway.gateway.clients.gateway.workspaceKeys.create.mutate(
    { workspace: graph.workspace, name: 'assistant', scopes: ['send'] },
    graph.gateway.operator(),
  )
  const client = await connectAssistant(`${graph.gateway.url}/mcp`, { Token: key })
  const sent = await call(client, 'send_message', { chat, message: 'Hello' })
  expect(sent.structuredContent?.data).toMatchObject({ chat })
  const text = expect.stringContaining('whose subscribers assistants cannot write to')
  for (const own of [{}, { dryRun: true }])
    expect(await call(client, 'send_message', { chat: channel, message: 'Hello', ...own })).toMatchObject({
      isError: true,
      text,
    })
  const messages = [
    { chat, message: 'Hello' },
    { chat: channel, message: 'Hello' },
  ]
  expect(await call(client, 'send_messages', { messages, confirm: 2 })).toMatchObject({ isError: true, text })
})
