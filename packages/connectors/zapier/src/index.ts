import { creates, searches } from './actions.ts'
import { authentication } from './client.ts'
import { triggers } from './triggers.ts'

export type { Bundle, ZapierTools } from './platform.ts'

export const app = {
  version: '1.0.0',
  platformVersion: '19.1.0',
  authentication,
  triggers,
  creates,
  searches,
  flags: { cleanInputData: false },
}
