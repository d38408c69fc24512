export { freePort } from '@posthorn/embedded'
export { onceOrAtExit } from './at-exit.ts'
export { expiredCertificate, localhostCertificate, otherNameCertificate, tlsKey } from './certificates.ts'
export { startDnsServer } from './dns-server.ts'
export { type HostileServer, hostileUrls, startHostileServer } from './hostile-server.ts'
export { type MailServer, type MailServerOptions, type ReceivedMail, startMailServer } from './mail-server.ts'
export { keepTablesNew, type PlanWatch, type RanPlan, watchPlans } from './plans.ts'
export { type Proxy, startProxy } from './proxy.ts'
export {
  type Answer,
  failing,
  type HttpServer,
  type ReceivedRequest,
  type Receiver,
  type Respond,
  startHttpServer,
  startReceiver,
} from './receiver.ts'
export {
  cloneDatabase,
  copiedId,
  copyRow,
  natsUrl,
  postgresUrl,
  sharedSimulator,
  type TestDatabase,
  unpublishedSql,
} from './shared-servers.ts'
export { type SimulatorProcess, startSimulatorProcess } from './simulator.ts'
export { mountSmallDisk, type SmallDisk } from './small-disk.ts'
export { until } from './until.ts'
export { untilLocked } from './until-locked.ts'
