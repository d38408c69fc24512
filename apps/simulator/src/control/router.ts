import express, { type ErrorRequestHandler, type Request, Router } from 'express'
import { z } from 'zod'
import { ControlRefusal, isUnreadable, refuseControl, reportFault } from '../graph/reply.ts'
import type { CallLogEntry } from '../state/call-log.ts'
import type { SimulatedNumber } from '../state/numbers.ts'
import type { SimulatorState } from '../state/simulator-state.ts'
import { simulate, simulateInput } from './simulate.ts'

const bodyBytesMax = 4 * 1024 * 1024
const callLogPageMax = 10_000

const numberInput = z.strictObject({
  name: z.string().min(1).max(100),
  callbackUrl: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).optional(),
  verifyToken: z.string().optional(),
  phoneNumberId: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  messagesPerSecond: z.int().min(1).max(100_000).optional(),
  groups: z.boolean().optional(),
  registered: z.boolean().optional(),
  subscribed: z.boolean().optional(),
  templates: z
    .array(
      z.strictObject({
        name: z.string().min(1),
        language: z.string().min(1),
        components: z.array(
          z.looseObject({ type: z.string(), text: z.string().optional(), format: z.string().optional() }),
        ),
      }),
    )
    .optional(),
})

const callLogQuery = z.object({
  phoneNumberId: z.string().optional(),
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(callLogPageMax).default(1000),
})

/** The control API, which simulates customers and the provider for tests and benchmarks. `refuseFor` closes the listener for a time. */
export function controlRouter(simulator: SimulatorState, refuseFor: (ms: number) => void): Router {
  const router = Router()
  router.use(express.json({ limit: bodyBytesMax, type: () => true }))
  router.get('/health', (_req, res) => void res.json({ status: 'ok' }))
  router.post(
    '/numbers',
    (req, res) => void res.json(credentials(simulator.createNumber(validated(numberInput, req.body ?? {})))),
  )
  router.delete('/numbers/:phoneNumberId', (req, res) => {
    simulator.deleteNumber(numberOf(simulator, req))
    res.json({ deleted: true })
  })
  router.post('/numbers/:phoneNumberId/simulate', (req, res) => {
    const { refuseMs, ...done } = simulate(
      simulator,
      numberOf(simulator, req),
      validated(simulateInput, req.body ?? {}),
    )
    if (refuseMs !== undefined) res.set('connection', 'close').on('finish', () => refuseFor(refuseMs))
    res.json(done)
  })
  router.get('/calls', (req, res) => {
    const { phoneNumberId, ...page } = validated(callLogQuery, req.query)
    const { entries, next } = simulator.callLog.page({ ...page, ...(phoneNumberId !== undefined && { phoneNumberId }) })
    res.json({ entries: entries.map((entry) => callLogLine(simulator, entry)), next })
  })
  router.use(() => refuseControl(404, 'There is no such path.'))
  router.use(answerRefusal)
  return router
}

const numberOf = (simulator: SimulatorState, req: Request): SimulatedNumber =>
  simulator.number(String(req.params.phoneNumberId)) ?? refuseControl(404, 'There is no such number.')

/** Returns the parsed input, or refuses it with 400 and a description of its faults. */
function validated<T>(schema: z.ZodType<T>, input: unknown): T {
  const result = schema.safeParse(input)
  return result.success ? result.data : refuseControl(400, z.prettifyError(result.error))
}

/** Returns what a service needs to connect a number. The rest of it stays with the simulator. */
function credentials(number: SimulatedNumber): Record<string, unknown> {
  const { phoneNumberId, businessAccountId, accessToken, appSecret, displayPhoneNumber } = number
  return { phoneNumberId, businessAccountId, accessToken, appSecret, displayPhoneNumber }
}

/** Presents a call. Its message id follows from `n`, so it isn't stored; a refused call has none. */
function callLogLine(simulator: SimulatorState, entry: CallLogEntry): Record<string, unknown> {
  const { n, phoneNumberId, to, callbackTag, accepted, code, atMs } = entry
  const wamid = accepted ? simulator.wamid('outbound', n) : null
  const at = new Date(atMs).toISOString()
  return { n, phoneNumberId, to, callbackTag, wamid, at, accepted, ...(code !== undefined && { code }) }
}

/** Returns the HTTP status of an error. Prints one that isn't the caller's, which gets 500. */
function statusOf(error: unknown): number {
  if (error instanceof ControlRefusal) return error.status
  if (isUnreadable(error)) return 400
  reportFault(error)
  return 500
}

// Express recognizes error handlers by their four parameters.
const answerRefusal: ErrorRequestHandler = (error: unknown, _req, res, _next) => {
  res.status(statusOf(error)).json({ error: { message: error instanceof Error ? error.message : String(error) } })
}
