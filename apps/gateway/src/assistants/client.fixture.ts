import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

type Result = { isError?: boolean; content: { text: string }[]; structuredContent?: { data: Record<string, unknown> } }

/** Connects an MCP client, as an assistant would. */
export async function connectAssistant(url: string, headers: Record<string, string>): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' })
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return client
}

/** Calls a tool. `text`: the texts of its result, joined. */
export async function call(client: Client, name: string, args: Record<string, unknown> = {}) {
  const result = (await client.callTool({ name, arguments: args })) as unknown as Result
  return { ...result, text: result.content.map(({ text }) => text).join('\n') }
}
