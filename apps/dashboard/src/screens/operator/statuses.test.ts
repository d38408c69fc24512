import { describe, expect, it } from 'vitest'
import { deskWords } from '../../words/en/desk.ts'
import { firstWords as en } from '../../words/en/first.ts'
import { chooseWords } from '../../words/words.ts'
import type { InstalledQueue, ProcessStatus } from './data.ts'
import { stateOfService, statusOfQueue, streamOf } from './statuses.ts'

chooseWords('en', { ...en, ...deskWords })

const process = (change: Partial<ProcessStatus> = {}): ProcessStatus => ({
  role: 'all',
  startedAt: '2026-11-20T08:30:00.000Z',
  ready: true,
  reasons: [],
  loops: [],
  bus: { connected: true, fill: 0.1, slowest: null, pending: 0, ackPending: 0 },
  outbox: { waiting: 0, oldestAgeMs: 0 },
  deadEvents: 0,
  connections: {},
  memoryBytes: 1,
  ...change,
})
const loop = { name: 'relay', status: 'failing' as const, failures: 2, error: 'x', lastRoundAt: null }
const queue = (change: Partial<InstalledQueue>): InstalledQueue => ({
  workspace: 'ws_1',
  number: 'num_1',
  name: 'Shop',
  phone: null,
  status: 'active',
  connected: true,
  waiting: 0,
  scheduled: 0,
  sending: 0,
  oldestAgeMs: null,
  blocked: null,
  ...change,
})

describe('the status of a service', () => {
  it('is bad when it is away, not ready, without the bus, or has loops that fail; limits are a warning', () => {
    const tone = (of: ProcessStatus | null) => stateOfService({ service: 'messaging', process: of }).tone
    expect([tone(null), tone(process({ ready: false })), tone(process({ loops: [loop] }))]).toEqual([
      'bad',
      'bad',
      'bad',
    ])
    expect(tone(process({ bus: { ...process().bus, connected: false } }))).toBe('bad')
    expect([tone(process({ reasons: ['nothing is sent'] })), tone(process())]).toEqual(['warn', 'good'])
  })
})

describe('the status of a queue', () => {
  it('names first what keeps all of it', () => {
    expect(statusOfQueue(queue({ connected: false, status: 'paused', blocked: 'number_paused' })).tone).toBe('quiet')
    expect(statusOfQueue(queue({ status: 'paused', blocked: 'quarantine' })).text).toBe('In quarantine')
    expect(statusOfQueue(queue({ status: 'paused', blocked: 'number_paused' })).tone).toBe('warn')
    expect(statusOfQueue(queue({ blocked: 'number_throttled' })).tone).toBe('bad')
    expect(statusOfQueue(queue({})).tone).toBe('good')
  })
})

describe('the stream', () => {
  it('is as full as the process that saw it fullest says, and unknown where none has read it', () => {
    const of = (fill: number | null) => ({
      service: 'groups' as const,
      process: process({ bus: { ...process().bus, fill } }),
    })
    expect(streamOf([of(0.2), of(0.7), of(null)])?.fill).toBe(0.7)
    expect(streamOf([of(null), { service: 'numbers', process: null }])).toBeNull()
  })
})
