import { inject } from 'vitest'

/** URL of the NATS server, with JetStream, that serves the whole test run. Give streams and subjects their own names. */
export const natsUrl = (): string => inject('natsUrl')
