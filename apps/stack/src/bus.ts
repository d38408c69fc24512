import { connectTo } from '@posthorn/chassis'
import { awaitServer, type Say } from './terminal.ts'

/** Address of an external NATS with the certificates in PEM, and how long to wait for a response. */
export type BusAddress = Omit<Parameters<typeof connectTo>[0], 'service'> & { waitMs: number }

/**
 * Connects to an external NATS once. The services start without it and only retry, so a wrong setting would otherwise go unnoticed.
 *
 * @throws StartError if it can't be reached within `waitMs`, refuses the login, or is too old.
 */
export async function checkBus({ waitMs, ...address }: BusAddress, say: Say): Promise<null> {
  const connect = () => connectTo({ ...address, service: 'start' })
  const { nc } = await awaitServer('NATS_URL: this NATS', connect, { waitMs, isPassing: () => true, say })
  await nc.close()
  return null
}
