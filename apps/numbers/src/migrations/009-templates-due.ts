import { concurrentIndexes } from '@posthorn/chassis'

/** Numbers by when their templates are read next. */
export const numbers009 = concurrentIndexes('numbers_009_templates_due', [
  {
    name: 'number_templates_due',
    definition: `on number (templates_due_at) where status <> 'disconnected' and business_account_id is not null`,
  },
])
