import { inject } from 'vitest'

/** URL of the test run's NATS server with JetStream. Use unique names for streams and subjects. */
export const natsUrl = (): string => inject('natsUrl')
