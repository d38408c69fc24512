import { describe } from 'vitest'
import { startTraced } from './all.suite.ts'
import { crashAndRecover } from './crash-and-recover.suite.ts'

const victims = ['messaging', 'webhooks', 'numbers', 'gateway', 'simulator', 'contacts', 'postgres', 'launcher']

describe('separate processes', () => {
  const { system, spool } = startTraced({ split: true })
  crashAndRecover(system, { messages: 500, victims, spool })
})
