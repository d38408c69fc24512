import { randomUUID } from 'node:crypto'
import { hostname } from 'node:os'
import { type Resource, resourceFromAttributes } from '@opentelemetry/resources'
import { version } from '../version.ts'
import { readPairs, type SpanConfig } from './settings.ts'

/** Describes the process that its spans come from. `OTEL_RESOURCE_ATTRIBUTES` replaces what is known here. */
export function resourceOf(config: SpanConfig, service: string): Resource {
  const given = readPairs(config.OTEL_RESOURCE_ATTRIBUTES)
  return resourceFromAttributes({
    'service.namespace': 'posthorn',
    'service.version': version,
    'service.instance.id': randomUUID(),
    'host.name': hostname(),
    'process.pid': process.pid,
    ...given,
    'service.name': config.OTEL_SERVICE_NAME ?? given['service.name'] ?? service,
  })
}
