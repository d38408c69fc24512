import { percentile } from '@posthorn/testkit/system'

export function quantile(values: readonly number[], share: number): number {
  return values.length === 0 ? 0 : Math.round(percentile(values, share * 100))
}
