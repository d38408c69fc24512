import { inject } from 'vitest'

/** The simulator of the whole test run. Its numbers are independent; a test that stops a simulator starts its own. */
export const sharedSimulator = (): { url: string } => ({ url: inject('simulatorUrl') })
