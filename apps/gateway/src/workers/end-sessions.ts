import type { Worker } from '@posthorn/chassis'
import { deleteEnded } from '../access/sessions/session.sql.ts'
import type { GatewayRuntime } from '../deps.ts'

/** Deletes sessions, links and tries to sign in that are over. */
export const endSessions: Worker<GatewayRuntime> = {
  name: 'end-sessions',
  pollMs: 600_000,
  async run({ db }) {
    return { worked: await deleteEnded(db.em()) }
  },
}
