import type { PreparedVerb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { announceNumber } from './announce.ts'
import { findNumber, lockNumber } from './find.ts'
import { presentNumber } from './present.ts'

/** Disconnects a number and erases its credentials; again: no effect. The simulator forgets its number, so that nothing more is posted. */
export const disconnect: PreparedVerb<typeof numbers.numbers.disconnect, NumbersRuntime, void> = {
  async prepare({ ctx, input }) {
    const { provider, phoneNumberId, status } = await findNumber(ctx, input.id)
    if (provider !== 'simulator' || status === 'disconnected') return
    await ctx.deps.simulator?.deleteNumber(phoneNumberId).catch((err: unknown) => {
      ctx.log.warn({ number: input.id, err }, 'simulator.not_notified')
    })
  },
  async run({ ctx, input }) {
    const { em, runtime } = ctx
    const row = await lockNumber(ctx, input.id)
    if (row.status === 'disconnected') return presentNumber(row, ctx.config.PUBLIC_URL)
    em.assign(row, {
      credentials: null,
      status: 'disconnected',
      sessionStatus: 'offline',
      sessionSince: new Date(),
      sessionErrorCode: null,
      sessionErrorMessage: null,
      isDefault: false,
      version: row.version + 1,
    })
    await em.flush()
    announceNumber(ctx, row, { runtime, change: 'disconnected' })
    return presentNumber(row, ctx.config.PUBLIC_URL)
  },
}
