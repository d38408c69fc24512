/** Faults that the event transport has had, or that a simpler one would have. Each fault must make at least one schedule fail. */
export const twins = [
  'events are published from memory only',
  'the sweep remembers the last id',
  'a lost event is published under its old message id',
  'a late mark is taken for confirmed',
  'a COMMIT without an answer is left to the sweep',
  'a stream that went back stays',
  'nobody looks at the first sequence',
  'nobody looks at holes',
  'an acknowledgment is taken for a confirmation',
  'the inbox forgets',
  'the inbox commits apart from the effect',
  'a refused event waits',
  'a failing event is tried for ever',
  'a restore announces nothing again',
  'a restore announces under old message ids',
] as const

export type Twin = (typeof twins)[number]
