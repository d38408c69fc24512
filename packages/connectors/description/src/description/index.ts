export type * from './action.ts'
export {
  type CommonAction,
  type CommonField,
  commonActions,
  commonTriggers,
  excludedOperations,
} from './common-actions.ts'
