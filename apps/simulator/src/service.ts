import { unknownSettings } from '@posthorn/contracts'
import express from 'express'
import { simulatorEnvironment } from './config.ts'
import { controlRouter } from './control/router.ts'
import { graphRouter } from './graph/router.ts'
import { listen } from './listener.ts'
import { SimulatorState } from './state/simulator-state.ts'

export { simulatorEnvironment }

export type SimulatorConfig = {
  /** 0 uses a free port. */
  port: number
  /** Default: 127.0.0.1. */
  host?: string
  /** Folder of the call log and journal; created if missing. One process at a time. */
  dataDir: string
  /** Milliseconds from acceptance to `sent`, by default 20; `delivered` takes 3 times as long, `read` 7.5 times. */
  statusDelayMs?: number
  /** Milliseconds until the slow magic recipient gets a response, by default 5,000. */
  slowAnswerMs?: number
}

export type Simulator = { url: string; stop(): Promise<void> }

const usual = { host: '127.0.0.1', statusDelayMs: 20, slowAnswerMs: 5_000 }

/**
 * Starts the simulated provider: Graph API over HTTP, signed callbacks, and a control API at `/_simulator`. Rejects if the port is taken or the data
 * folder can't be read.
 */
export async function startSimulator(config: SimulatorConfig): Promise<Simulator> {
  const host = config.host ?? usual.host
  const app = express().disable('x-powered-by').disable('etag')
  // The port first: if it is taken, the data of the process that has it must not be touched.
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
 * Starts with the environment's settings and stops on Ctrl-C or SIGTERM; the first output line has its URL. A launcher with an IPC channel gets `{
 * ready, url }`, and the simulator ends with it.
 */
export async function runSimulator(environment: Record<string, string | undefined>): Promise<void> {
  // Before the start, to notice a launcher that has already ended.
  if (process.send) process.once('disconnect', () => process.exit(1))
  const unknown = unknownSettings(Object.keys(simulatorEnvironment.in.shape), environment)
  if (unknown.length > 0) throw new Error(unknown.map((each) => each.join(': ')).join('\n'))
  const simulator = await startSimulator(simulatorEnvironment.parse(environment))
  process.stdout.write(`simulator listening on ${simulator.url}\n`)
  const stop = () => void simulator.stop().then(() => process.exit(0))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
  process.send?.({ ready: true, url: simulator.url })
}
