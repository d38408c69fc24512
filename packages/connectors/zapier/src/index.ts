import { authentication, creates, searches } from './actions.ts'
import { triggers } from './triggers.ts'

export type { Bundle, ZapierTools } from './actions.ts'

export const app = {
  version: '1.0.0',
  platformVersion: '19.1.0',
  authentication,
  triggers,
  creates,
  searches,
  flags: { cleanInputData: false },
}
