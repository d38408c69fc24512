export { addMember, newKey, newWorkspace, unlimited } from './accounts.ts'
export {
  type CallbackTarget,
  callbackOf,
  callbackTargetOf,
  messagesTo,
  newWamid,
  postSigned,
  textMessage,
} from './callbacks.ts'
export {
  acceptedCalls,
  allDelivered,
  type CallLogEntry,
  callLog,
  callLogAt,
  type Event,
  eachOf,
  eventLog,
  type Listening,
  listen,
  messageOf,
  phoneOf,
  secretHeader,
  threeOfTenFail,
} from './events.ts'
export {
  allRead,
  type Credentials,
  control,
  credentialsOf,
  during,
  isAtRest,
  type Outage,
  parked,
  play,
  purge,
  receiveQuestion,
  rest,
  resumeAndEmpty,
  setQueue,
  unthrottle,
} from './numbers.ts'
export { type Ended, environment, Launcher, type Replica, repositoryRoot, startReplica } from './processes.ts'
export {
  cpuSecondsOf,
  idleSeconds,
  type Memory,
  median,
  memoryOf,
  percentile,
  watchMemory,
  withDescendants,
} from './resources.ts'
export { databaseUrlOf, failAtPhones, loseHistory, rowsAt, rowsOf } from './rows.ts'
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
