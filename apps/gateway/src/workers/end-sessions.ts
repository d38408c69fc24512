import type { Worker } from '@posthorn/chassis'
import type { GatewayRuntime } from '../deps.ts'
import { deleteEnded } from '../sessions/session.sql.ts'

/** Deletes sessions, links and tries to sign in that are over. */
export const endSessions: Worker<GatewayRuntime> = {
  name: 'end-sessions',
  pollMs: 600_000,
  async run({ db }) {
    return { worked: await deleteEnded(db.em()) }
  },
}
