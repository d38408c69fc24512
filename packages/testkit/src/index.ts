export {
  busEvent,
  startTestService,
  type TestBus,
  type TestService,
  type TestServiceOptions,
  testBus,
} from '@posthorn/chassis/testing'
export { faultOf } from '@posthorn/client'
export {
  type Answer,
  cloneDatabase,
  copiedId,
  copyRow,
  expiredCertificate,
  failing,
  freePort,
  type HostileServer,
  hostileUrls,
  localhostCertificate,
  natsUrl,
  otherNameCertificate,
  type PlanWatch,
  type Proxy,
  postgresUrl,
  type RanPlan,
  type ReceivedRequest,
  type Receiver,
  type Respond,
  startHostileServer,
  startProxy,
  startReceiver,
  type TestDatabase,
  tlsKey,
  type UntilOptions,
  until,
  watchPlans,
} from '@posthorn/test-servers'
export { incomingMessage } from './incoming-message.ts'
export { requestErasure } from './request-erasure.ts'
export { type SimulatorOptions, type SimulatorProcess, startSimulatorProcess } from './simulator.ts'
