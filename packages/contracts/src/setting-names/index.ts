export { type UnknownSetting, unknownSettings } from './setting-names.ts'
