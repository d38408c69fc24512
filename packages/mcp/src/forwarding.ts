import { ProtocolError, Server } from '@modelcontextprotocol/server'
import { instructions, serverInfo } from './server.ts'

export type Forwarded = { result?: unknown; error?: { code: number; message: string } }

const methods = ['tools/list', 'tools/call', 'resources/list', 'resources/read'] as const

/** Creates a server that forwards to another one, so that a program on this machine offers an installation's tools. */
export function createForwardingServer(send: (method: string, params: object) => Promise<Forwarded>): Server {
  const server = new Server(serverInfo, { capabilities: { tools: {}, resources: {} }, instructions })
  for (const method of methods)
    server.setRequestHandler(method, async ({ params = {} }) => {
      // Headers from the client's connection aren't forwarded.
      const { _meta, ...fields } = params as { _meta?: unknown }
      const { result, error } = await send(method, fields)
      if (error !== undefined) throw new ProtocolError(error.code, error.message)
      return result as never
    })
  return server
}
