import { listVariables, type template } from '@posthorn/contracts'
import type { ProviderTemplate } from '@posthorn/provider'
import type { z } from 'zod'

/** A template as answers show it. */
export function presentTemplate(found: ProviderTemplate): z.output<typeof template> {
  const { rejectedReason = null, quality = null, ...shown } = found
  const body = found.components.find(({ type }) => String(type).toUpperCase() === 'BODY')?.['text']
  const text = typeof body === 'string' ? body : null
  const components = found.components as z.output<typeof template>['components']
  return {
    ...shown,
    components,
    rejectedReason,
    quality,
    body: text,
    variables: text === null ? [] : listVariables(text),
  }
}
