import { ProtocolError, Server } from '@modelcontextprotocol/server'
import { instructions, serverInfo } from './server.ts'

/** The response of another server: a result, or an error of the protocol. */
export type Forwarded = { result?: unknown; error?: { code: number; message: string } }

const methods = ['tools/list', 'tools/call', 'resources/list', 'resources/read'] as const

/** Makes a server that lets another one respond, so that a program on this machine offers what an installation offers. */
export function createForwardingServer(send: (method: string, params: object) => Promise<Forwarded>): Server {
  const server = new Server(serverInfo, { capabilities: { tools: {}, resources: {} }, instructions })
  for (const method of methods)
    server.setRequestHandler(method, async ({ params = {} }) => {
      // What belongs to the connection with the client ends here.
      const { _meta, ...fields } = params as { _meta?: unknown }
      const { result, error } = await send(method, fields)
      if (error !== undefined) throw new ProtocolError(error.code, error.message)
      return result as never
    })
  return server
}
