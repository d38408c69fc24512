export type { AccountReport } from './callback-account.ts'
export { parseAccountReport } from './callback-account.ts'
export { accountFields, labelField, numberFields, templateFields } from './callback-fields.ts'
export type { GroupEvent, GroupPerson, GroupUpdate, SettingResult } from './callback-group.ts'
export { parseGroupUpdate } from './callback-group.ts'
export type {
  CallbackUpdate,
  MessageUpdate,
  ProviderState,
  StatusUpdate,
} from './callback-update.ts'
export { parseCallback } from './callbacks.ts'
export type { CloudProviderOptions } from './cloud.ts'
export { cloudProvider } from './cloud.ts'
export { announcedTime } from './json.ts'
export { fileOf, uploadTimeoutMs } from './media-calls.ts'
export type { ContactCard, Header, OutboundContent, OutboundMessage, TemplateComponent } from './outbound.ts'
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
export { verifySignature } from './signature.ts'
export type {
  SimulatedCall,
  SimulatedMessage,
  SimulatedNumber,
  Simulation,
  SimulationResult,
  SimulatorControl,
} from './simulator-control.ts'
export { simulatorControl } from './simulator-control.ts'
