import type { Worker } from '@posthorn/chassis'
import { takeDigests } from '../accounts/digest/digest.sql.ts'
import { changeAcrossWorkspaces } from '../accounts/people/person.sql.ts'
import type { GatewayRuntime } from '../deps.ts'
import { post } from '../mail/outbox.sql.ts'

/** Sends members what waits for them, in the morning of their workspace. */
export const sendDigests: Worker<GatewayRuntime> = {
  name: 'digest',
  pollMs: 600_000,
  async run(runtime) {
    if (!runtime.deps.mailer) return { worked: 0 }
    return changeAcrossWorkspaces(runtime, async (tx) => {
      const due = await takeDigests(tx.em)
      for (const each of due) await post(tx, runtime, { kind: 'digest', ...each })
      return { worked: due.length }
    })
  },
}
