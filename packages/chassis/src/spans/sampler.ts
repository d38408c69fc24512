import { ROOT_CONTEXT, SpanKind } from '@opentelemetry/api'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  type Sampler,
  SamplingDecision,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { SpanConfig } from './settings.ts'

/** Returns a span's trace context with the flag that says whether its trace is recorded. */
export type Sample = (step: string, parent: string | null | undefined) => string

/** Creates the configured sampler. It decides for traces without parent; with one, the parent has decided if the sampler is `parentbased`. */
export function openSampler({ OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share }: SpanConfig): Sample {
  const followsParent = name.startsWith('parentbased_')
  const sampler = samplerOf(name.replace('parentbased_', ''), share)
  return (step, parent) => {
    if (parent && followsParent) return step
    const [, traceId = ''] = step.split('-')
    const { decision } = sampler.shouldSample(ROOT_CONTEXT, traceId, '', SpanKind.INTERNAL, {}, [])
    return `${step.slice(0, -2)}${decision === SamplingDecision.RECORD_AND_SAMPLED ? '01' : '00'}`
  }
}

function samplerOf(name: string, share: number): Sampler {
  if (name === 'always_on') return new AlwaysOnSampler()
  return name === 'always_off' ? new AlwaysOffSampler() : new TraceIdRatioBasedSampler(share)
}
