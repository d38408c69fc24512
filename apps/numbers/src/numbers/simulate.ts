import { setTimeout as pause } from 'node:timers/promises'
import type { PreparedVerb, VerbContext } from '@posthorn/chassis'
import { fail, failUnknown, type numbers } from '@posthorn/contracts'
import type { Simulation } from '@posthorn/provider'
import type { z } from 'zod'
import type { NumbersRuntime } from '../config.ts'
import { SentMessage } from '../entities/connected-number.ts'
import { refuseSimulator } from './check.ts'
import { findNumber } from './find.ts'

type Operation = typeof numbers.numbers.simulate
type Input = z.output<Operation['input']>
type Context = VerbContext<NumbersRuntime>

/** Maximum wait, in milliseconds, for the event for a message sent a moment ago. */
const waitMsMax = 1_000
const pollMs = 50

/** Simulates a customer, an outage, the passage of time, a provider decision or report, or a group event. */
export const simulate: PreparedVerb<Operation, NumbersRuntime, z.input<Operation['output']>> = {
  async prepare({ ctx, input }) {
    const number = await findNumber(ctx, input.id)
    if (number.provider !== 'simulator') fail('number:not_simulator')
    if (number.status === 'disconnected') fail('number:disconnected')
    const simulator = ctx.deps.simulator ?? refuseSimulator()
    const { simulated, body } = await buildSimulation(ctx, input)
    const { wamid = null } = await simulator.simulate(number.phoneNumberId, body)
    return { simulated, providerId: wamid }
  },
  run: async ({ prepared }) => prepared,
}

async function buildSimulation(
  ctx: Context,
  { message, status, outage, advance, account, group, change }: Input,
): Promise<{ simulated: z.output<Operation['output']>['simulated']; body: Simulation }> {
  if (message) {
    const replyTo =
      message.replyTo === undefined ? undefined : await awaitProviderId(ctx, message.replyTo, 'message.replyTo')
    // JSON omits undefined fields, as the simulator expects.
    return { simulated: 'message', body: { message: { ...message, replyTo } } as Simulation }
  }
  if (status) {
    const { error } = status
    const named = await awaitProviderId(ctx, status.message, 'status.message')
    return {
      simulated: 'status',
      body: { status: { message: named, status: status.status, ...(error !== undefined && { error }) } },
    }
  }
  if (account) return { simulated: 'account', body: { account } as Simulation }
  if (group) return { simulated: 'group', body: { group } as Simulation }
  if (change) return { simulated: 'change', body: { change } as Simulation }
  if (outage) return { simulated: 'outage', body: { outage } }
  return { simulated: 'advance', body: { advance: advance ?? { seconds: 0 } } }
}

/** Returns a message's provider id, given our id. Any other text is assumed to be a provider id already. */
async function awaitProviderId(ctx: Context, id: string, field: string): Promise<string> {
  if (!id.startsWith('msg_')) return id
  const endMs = performance.now() + waitMsMax
  for (;;) {
    const known = await ctx.em.findOne(SentMessage, { id })
    if (known) return known.providerId
    if (performance.now() > endMs) failUnknown('message:not_found', field)
    await pause(pollMs)
  }
}
