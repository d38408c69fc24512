export {
  type AccountReport,
  accountFields,
  labelField,
  numberFields,
  parseAccountReport,
  templateFields,
} from './callback-account.ts'

export {
  type GroupEvent,
  type GroupPerson,
  type GroupUpdate,
  parseGroupUpdate,
  type SettingResult,
} from './callback-group.ts'

export type {
  CallbackUpdate,
  MessageUpdate,
  ProviderState,
  StatusUpdate,
} from './callback-update.ts'
export { parseCallback, verifySignature } from './callbacks.ts'
export { type CloudProviderOptions, cloudProvider } from './cloud.ts'

export { announcedTime } from './json.ts'
export { fileOf, uploadTimeoutMs } from './media-calls.ts'
export type {
  Account,
  BusinessProfile,
  CallFailure,
  CallOutcome,
  Capabilities,
  CodeMethod,
  DescribeOutcome,
  GroupCalls,
  GroupImage,
  GroupOutcome,
  MediaCalls,
  MediaDownload,
  MediaFile,
  NewGroup,
  NumberAccess,
  NumberCalls,
  NumberHealth,
  ProfileOutcome,
  Provider,
  ProviderError,
  ProviderTemplate,
  Sample,
  SendOutcome,
  TransferOutcome,
} from './provider.ts'
export type { ContactCard, Header, OutboundContent, OutboundMessage, TemplateComponent } from './send-body.ts'
export {
  type SimulatedCall,
  type SimulatedMessage,
  type SimulatedNumber,
  type Simulation,
  type SimulationResult,
  type SimulatorControl,
  simulatorControl,
} from './simulator-control.ts'
