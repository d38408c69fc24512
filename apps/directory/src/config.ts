import { z } from 'zod'

/** A cell: a separate installation. `upstream`: host and port of its public API; `gatewayUrl`: its gateway's internal server. */
export type Cell = { name: string; upstream: string; gatewayUrl: string }

const cellPattern = /^([a-z0-9-]{1,40})=([\w.[\]:-]+:\d{1,5}) (https?:\/\/[\w.[\]:-]+)$/

/** Reads `CELLS`. The setting is invalid if an entry is unreadable or a name occurs twice. */
function readCells(text: string, ctx: z.RefinementCtx): Cell[] {
  const cells = text.split(',').flatMap((entry) => {
    const [, name = '', upstream = '', gatewayUrl = ''] = cellPattern.exec(entry.trim()) ?? []
    // The pattern allows ports beyond 65535, to which nothing could be sent.
    return [`http://${upstream}`, gatewayUrl].every((url) => URL.canParse(url)) ? [{ name, upstream, gatewayUrl }] : []
  })
  const isComplete = cells.length === text.split(',').length
  if (!isComplete || new Set(cells.map(({ name }) => name)).size < cells.length)
    ctx.addIssue({
      code: 'custom',
      message: 'must be <name>=<host:port> <address>, several comma separated, each name once',
    })
  return cells
}

export const config = {
  CELLS: z
    .string()
    .transform(readCells)
    .describe(
      'The cells, comma separated, the usual one first: name=<host:port of its public API> <address of the internal server of its gateway>, such as a=gateway-a:3000 http://gateway-a:4000',
    ),
  CREDENTIAL: z
    .string()
    .regex(/^[\w-]+:[\w-]{32,}$/, 'must be <name>:<secret of at least 32 characters>')
    .describe(
      'Credential of the directory at the gateways of all cells: name:secret, one of their SERVICE_CREDENTIALS',
    ),
  HOST: z.string().min(1).default('127.0.0.1').describe('Address to listen on'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(4030).describe('Port to listen on; 0 takes a free one'),
  FRESH_MS: z.coerce
    .number()
    .int()
    .min(0)
    .max(600_000)
    .default(5_000)
    .describe('Milliseconds for which the cell of a workspace is not asked for again'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'silent'])
    .default('info')
    .describe('Least serious level that is logged'),
}
