import { on } from '@posthorn/chassis'
import { pushLoop, queuePushes } from '../accounts/push/queue.sql.ts'
import type { GatewayRuntime } from '../deps.ts'

/** Tells the devices of members what happened. */
export const pushFromAlert = on<'member:alerted', GatewayRuntime>('member:alerted', async ({ tx, events }) => {
  if (await queuePushes(tx.em, events)) tx.wake(pushLoop)
})
