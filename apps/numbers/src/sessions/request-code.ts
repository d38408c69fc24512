import type { PreparedVerb } from '@posthorn/chassis'
import type { numbers } from '@posthorn/contracts'
import type { NumbersRuntime } from '../config.ts'
import { findLine, requireOk } from '../numbers/line.ts'

/** Asks the provider to send a verification code to the phone. */
export const requestCode: PreparedVerb<typeof numbers.sessions.requestCode, NumbersRuntime, void> = {
  async prepare({ ctx, input }) {
    const { provider, line } = await findLine(ctx, input.id)
    const method = input.method === 'voice' ? 'VOICE' : 'SMS'
    requireOk(await provider.requestCode(line, { method, language: input.language }))
  },
  run: async ({ input }) => ({ number: input.id, requested: true, method: input.method }),
}
