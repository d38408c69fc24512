import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { unknownSettings } from '@posthorn/contracts'
import express from 'express'
import { simulatorEnvironment } from './config.ts'
import { controlRouter } from './control/router.ts'
import { graphRouter } from './graph/router.ts'
import { SimulatorState } from './state/simulator-state.ts'

export { simulatorEnvironment }

const keepAliveTimeoutMs = 65_000

/** An HTTP server that can close its port for some time and reopen it. */
type Listener = { port: number; refuseFor(ms: number): void; stop(): Promise<void> }

/** Starts listening. Rejects with the system's error if the port is unavailable. */
async function listen(handler: RequestListener, { port, host }: { port: number; host: string }): Promise<Listener> {
  // The timeout is longer than clients' own idle timeouts, so that we never close a connection while a request is arriving.
  const server = createServer({ keepAliveTimeout: keepAliveTimeoutMs }, handler)
  let timer: NodeJS.Timeout | undefined
  const openPort = (portNumber: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(portNumber, host, () => {
        server.off('error', reject)
        // A failure to accept a connection, for example for lack of file descriptors, must not end the process.
        if (server.listenerCount('error') === 0) server.on('error', () => {})
        resolve()
      })
    })
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  await openPort(port)
  const bound = (server.address() as AddressInfo).port
  const reopen = () => void openPort(bound).catch(() => (timer = setTimeout(reopen, 100)))
  return {
    port: bound,
    refuseFor: (ms) => {
      clearTimeout(timer)
      timer = setTimeout(reopen, ms)
      void shut()
    },
    stop: () => {
      clearTimeout(timer)
      return shut()
    },
  }
}

export type SimulatorConfig = {
  /** Port to listen on. 0 picks a free one. */
  port: number
  /** Default: 127.0.0.1. */
  host?: string
  /** Directory for the call log and journal, created if missing. Only one process may use it at a time. */
  dataDir: string
  /** Milliseconds from acceptance to `sent`; 20 by default. `delivered` takes 3 times as long, `read` 7.5 times. */
  statusDelayMs?: number
  /** Milliseconds until calls for the slow magic recipient get a response; 5,000 by default. */
  slowAnswerMs?: number
}

const defaults = { host: '127.0.0.1', statusDelayMs: 20, slowAnswerMs: 5_000 }

/** Starts the simulated provider: Graph API, callbacks, control API at `/_simulator`. Rejects if port or data folder can't be used. */
export async function startSimulator(config: SimulatorConfig): Promise<{ url: string; stop(): Promise<void> }> {
  const host = config.host ?? defaults.host
  const app = express().disable('x-powered-by').disable('etag')
  // Opens the port first. If another process is using it, that process's data must not be touched.
  const listener = await listen(app, { port: config.port, host })
  const stopListening = async (error: unknown): Promise<never> => {
    await listener.stop()
    throw error
  }
  const simulator = await openState(config).catch(stopListening)
  app.use('/_simulator', controlRouter(simulator, listener.refuseFor))
  app.use(graphRouter(simulator))
  return {
    url: `http://${host}:${listener.port}`,
    stop: async () => {
      await listener.stop()
      await simulator.stop()
    },
  }
}

/** Opens the data folder. Rejects rather than throws if it fails, so that the caller closes the port again. */
const openState = async (config: SimulatorConfig): Promise<SimulatorState> =>
  new SimulatorState({ ...defaults, ...config })

/**
 * Starts with settings from the environment and stops on Ctrl-C or SIGTERM. The first line of output contains the URL. A launcher with an
 * IPC channel receives `{ ready, url }`, and the simulator exits when the launcher disconnects.
 */
export async function runSimulator(environment: Record<string, string | undefined>): Promise<void> {
  // Registered before the start, to notice a launcher that has already exited.
  if (process.send) process.once('disconnect', () => process.exit(1))
  const unknown = unknownSettings(Object.keys(simulatorEnvironment.in.shape), environment)
  if (unknown.length > 0) throw new Error(unknown.map((each) => each.join(': ')).join('\n'))
  const simulator = await startSimulator(simulatorEnvironment.parse(environment))
  process.stdout.write(`simulator listening on ${simulator.url}\n`)
  const stop = () => void simulator.stop().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  process.send?.({ ready: true, url: simulator.url })
}
