import { inboundCorrections } from './overlay-inbound.ts'
import { outboundCorrections } from './overlay-outbound.ts'
import type { Schemas } from './schema.ts'

/**
 * Corrects a copy of the document's schemas. As published the document accepts none of its own examples; each correction is
 * one item of cloud-api.md 11.2, in its order, and says what is wrong.
 */
export function corrected(published: Schemas): Schemas {
  const schemas = structuredClone(published)
  for (const correct of [...outboundCorrections, ...inboundCorrections]) correct(schemas)
  return schemas
}
