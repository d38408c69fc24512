import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createForwardingServer, type Forwarded, toolsets } from '@posthorn/mcp'
import { Command } from 'commander'
import { type ApiOptions, type Env, findAccess, withApi } from '../api/access.ts'
import { type ApiAccess, CommandError, foreignResponse, type Refusal, refused, refuseRedirect } from '../api/client.ts'
import { networkReasonOf, timeoutMs } from '../api/fetch.ts'

type Options = ApiOptions & { toolsets?: string; readOnly: boolean }

/** `posthorn mcp` serves tools to an assistant over stdin and stdout, until stdin ends. */
export const mcpCommand = (env: Env): Command =>
  withApi(
    new Command('mcp').description(
      'offer tools to an assistant over stdin and stdout (Model Context Protocol); pass the key with POSTHORN_TOKEN',
    ),
  )
    .option('--toolsets <list>', `comma-separated toolsets: ${toolsets.join(', ')} (default: all)`)
    .option('--read-only', 'offer only tools that change nothing', false)
    .action((options: Options) => {
      const access = findAccess(options, env)
      serveStdio(() => createForwardingServer((method, params) => sendToMcp(access, options, { method, params })))
    })

/** Sends a request to the installation's `/mcp`, which checks, limits and records it. */
async function sendToMcp(access: ApiAccess, options: Options, request: object): Promise<Forwarded> {
  const query = new URLSearchParams({
    ...(options.toolsets === undefined ? {} : { toolsets: options.toolsets }),
    ...(options.readOnly ? { readOnly: 'true' } : {}),
  })
  const response = await fetch(`${access.url}/mcp?${query.toString()}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { Token: access.key, 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...request }),
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    throw new CommandError(`${access.url} cannot be reached (${networkReasonOf(error)})`)
  })
  refuseRedirect(access.url, response)
  const answer = parsed(jsonTextOf(await response.text(), response.headers.get('content-type')))
  if (response.ok && answer !== undefined) return answer as Forwarded
  throw answer && 'message' in answer ? refused(answer as Refusal, response.status) : foreignResponse(response, access)
}

/** Returns the JSON from a response, which may be a stream with one event. */
function jsonTextOf(text: string, contentType: string | null): string {
  if (!contentType?.startsWith('text/event-stream')) return text
  return text
    .split('\n')
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length))
    .join('')
}

/** Parses a response. Returns undefined if it isn't a JSON object, and so comes from another program. */
function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
