import { inject } from 'vitest'

/** The simulator that serves the whole test run. Its numbers are independent of each other; a test that stops it starts its own. */
export const sharedSimulator = (): { url: string } => ({ url: inject('simulatorUrl') })
