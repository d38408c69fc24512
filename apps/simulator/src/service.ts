import { unknownSettings } from '@posthorn/contracts'
import express from 'express'
import { simulatorEnvironment } from './config.ts'
import { controlRouter } from './control/router.ts'
import { graphRouter } from './graph/router.ts'
import { listen } from './listener.ts'
import { SimulatorState } from './state/simulator-state.ts'

export { simulatorEnvironment }

/** Options of a simulator. */
export type SimulatorConfig = {
  /** 0 takes a free port. */
  port: number
  /** 127.0.0.1 by default. */
  host?: string
  /** Folder of the call log and the journal; made if it is not there. One process at a time. */
  dataDir: string
  /** Milliseconds from acceptance to `sent`, 20 by default; `delivered` takes 3 times, `read` 7.5 times that. */
  statusDelayMs?: number
  /** Milliseconds until the slow magic recipient is answered, 5 000 by default. */
  slowAnswerMs?: number
}

/** A running simulator. */
export type Simulator = { url: string; stop(): Promise<void> }

const usual = { host: '127.0.0.1', statusDelayMs: 20, slowAnswerMs: 5_000 }

/**
 * Starts the provider played for real: the Graph API over HTTP, its signed callbacks, and a control API at `/_simulator`.
 * Rejects when the port is taken or the data folder cannot be read.
 */
export async function startSimulator(config: SimulatorConfig): Promise<Simulator> {
  const host = config.host ?? usual.host
  const app = express().disable('x-powered-by').disable('etag')
  // The port comes first: who finds it taken must not touch the data of the one who has it.
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

async function openState(config: SimulatorConfig): Promise<SimulatorState> {
  return new SimulatorState({ ...usual, ...config })
}

/**
 * Starts from the environment and stops on Ctrl-C or SIGTERM; writes where it listens as its first line. Started by a launcher
 * with an IPC channel, it sends `{ ready, url }` and does not outlive the launcher.
 */
export async function runSimulator(environment: Record<string, string | undefined>): Promise<void> {
  // Before the start, so that a launcher that is gone by then is noticed.
  if (process.send) process.once('disconnect', () => process.exit(1))
  const unknown = unknownSettings(Object.keys(simulatorEnvironment.in.shape), environment)
  if (unknown.length > 0) throw new Error(unknown.map((each) => each.join(': ')).join('\n'))
  const simulator = await startSimulator(simulatorEnvironment.parse(environment))
  process.stdout.write(`simulator listening on ${simulator.url}\n`)
  const stop = () => void simulator.stop().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  process.send?.({ ready: true, url: simulator.url })
}
