import { inject } from 'vitest'

/** The simulator for the whole test run. Its numbers are independent. A test that stops a simulator must start its own. */
export const sharedSimulator = (): { url: string } => ({ url: inject('simulatorUrl') })

/** URL of the test run's NATS server with JetStream. Use unique names for streams and subjects. */
export const natsUrl = (): string => inject('natsUrl')
