export { accountFields, concernsNumber, labelField, parseAccountReport } from './callback-account.ts'

export { type GroupPerson, type GroupUpdate, parseGroupUpdate, type SettingResult } from './callback-group.ts'

export type { CallbackUpdate } from './callback-update.ts'
export { parseCallback, verifySignature } from './callbacks.ts'
export { cloudProvider } from './cloud.ts'

export { suspendsNumber } from './error-rule.ts'
export { announcedTime, cutText } from './json.ts'
export { fileOf, uploadTimeoutMs } from './media-calls.ts'
export { waitMsMax } from './outcome.ts'
export type {
  Account,
  BusinessProfile,
  CallOutcome,
  Capabilities,
  DescribeOutcome,
  GroupOutcome,
  NumberAccess,
  NumberHealth,
  Provider,
  ProviderError,
  ProviderTemplate,
  SendOutcome,
  TransferOutcome,
  UploadOutcome,
} from './provider.ts'
export type { Header, OutboundContent, TemplateComponent } from './send-body.ts'
export { type Simulation, type SimulatorControl, simulatorControl } from './simulator-control.ts'
