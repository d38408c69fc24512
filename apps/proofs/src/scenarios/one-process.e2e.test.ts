import { describe } from 'vitest'
import { allScenarios } from './all.suite.ts'

describe('one process', () => {
  allScenarios({ split: false, messages: 500, victims: ['postgres', 'launcher'] })
})
