export { addMember, newKey, newWorkspace, unlimited } from './accounts.ts'
export { cpuSecondsOf, idleSeconds, median, percentile } from './cpu.ts'
export { failAtPhones, loseHistory } from './disturbed.ts'
export {
  acceptedCalls,
  allDelivered,
  type CallLogEntry,
  callLog,
  type Event,
  eachOf,
  eventLog,
  type Listening,
  listen,
  phoneOf,
  secretHeader,
  threeOfTenFail,
} from './events.ts'
export { type Ended, environment, Launcher } from './launcher.ts'
export { type Memory, memoryOf, watchMemory, withDescendants } from './memory.ts'
export { receiveQuestion } from './question.ts'
export { allRead, isAtRest, parked, purge, rest, resumeAndEmpty, setQueue, unthrottle } from './queue.ts'
export { type Replica, startReplica } from './replica.ts'
export { repositoryRoot } from './repository.ts'
export { databaseUrlOf, rowsAt, rowsOf } from './rows.ts'
export {
  type Answer,
  type CallOptions,
  command,
  newDataDir,
  posthorn,
  RunningSystem,
  type SystemOptions,
  UndocumentedAnswer,
} from './running-system.ts'
export {
  type Credentials,
  control,
  credentialsOf,
  during,
  type NumberOptions,
  type Outage,
  play,
} from './simulator-control.ts'
