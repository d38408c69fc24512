import { createLog, createMetrics, listen, parseConfig, probeListener } from '@posthorn/chassis'
import { type Cell, config } from './config.ts'
import { lookUpListener, lookUpPath } from './look-up.ts'
import { openCells, Placements } from './placements.ts'

export type Directory = { url: string; stop(): Promise<void> }

/** Time that the requests in progress get when the directory stops. */
const finishWithinMs = 5_000

/** Starts the directory of cells. Rejects with `ConfigError` if settings are invalid. */
export async function startDirectory(env: Record<string, string | undefined>): Promise<Directory> {
  const { CELLS, CREDENTIAL, FRESH_MS, HOST, PORT, LOG_LEVEL } = parseConfig(config, env)
  const log = createLog('directory', LOG_LEVEL)
  const metrics = createMetrics({ service: 'directory' })
  const cells = openCells(CELLS, CREDENTIAL)
  const lookUp = lookUpListener({ placements: new Placements(cells, FRESH_MS), usual: CELLS[0] as Cell, metrics, log })
  // The directory stores nothing, so it is ready as soon as it listens.
  const probe = probeListener({ ready: async () => ({ ready: true, reasons: [] }) }, metrics)
  const server = await listen((req, res) => (req.url?.startsWith(lookUpPath) ? lookUp : probe)(req, res), {
    host: HOST,
    port: PORT,
  })
  log.info({ url: server.url, cells: CELLS.map(({ name }) => name) }, 'service.started')
  return {
    url: server.url,
    async stop() {
      server.drain()
      await server.close(finishWithinMs)
      await cells.close()
    },
  }
}
