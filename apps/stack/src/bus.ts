import { connectTo } from '@posthorn/chassis'
import { patiently } from '@posthorn/chassis/patience'
import { lineOf, type Say, StartError } from './terminal.ts'

/** Address of an external NATS with the certificates in PEM, and how long to wait for a response. */
export type BusAddress = Omit<Parameters<typeof connectTo>[0], 'service'> & { waitMs: number }

/**
 * Connects to an external NATS once, because the services start without it and only retry.
 *
 * @throws StartError if it can't be reached within `waitMs`, refuses the login, or is too old.
 */
export async function checkBus({ waitMs, ...address }: BusAddress, say: Say): Promise<null> {
  const name = 'NATS_URL: this NATS'
  const onWait = (error: unknown) => say(`${name} does not answer yet: ${lineOf(error)}; trying again …`)
  try {
    const connect = () => connectTo({ ...address, service: 'start' })
    const { nc } = await patiently(connect, { limitMs: waitMs, isPassing: () => true, onWait })
    await nc.close()
    return null
  } catch (error) {
    throw new StartError(`${name} cannot be used: ${lineOf(error)}`, { cause: error })
  }
}
