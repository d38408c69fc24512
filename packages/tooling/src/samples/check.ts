import { join } from 'node:path'
import { type CaptureServer, difference } from './capture.ts'
import { awkwardRequests, type SampleRequest } from './requests.ts'
import type { VariantResult } from './results.ts'
import { isHere, runners, runSample } from './runners.ts'
import type { Variant } from './variants.ts'

const token = 'ph_live_sample'
/** Variants that run every operation's sample. The other variants run every tenth sample, because some take seconds to start. */
export const complete: ReadonlySet<string> = new Set(['node/fetch', 'perl/http_tiny', 'python/python3', 'shell/curl'])

/** Runs a variant's samples if its tool is installed, awkward samples first, and compares what arrives. */
export async function checkVariant(
  variant: Variant,
  requests: readonly SampleRequest[],
  { server, folder }: { server: CaptureServer; folder: string },
): Promise<VariantResult> {
  const { key, language, client, source } = variant
  for (const request of requests) variant.write(request, { url: server.url, token })
  const runner = runners[key]
  const result: VariantResult = {
    key,
    language,
    client,
    source,
    operations: requests.length,
    executed: 0,
    right: 0,
    faults: {},
  }
  if (runner === undefined || !isHere(runner, folder)) return result
  const chosen = requests.filter((_, index) => complete.has(key) || index % 10 === 0)
  for (const [index, request] of [...awkwardRequests, ...chosen].entries()) {
    const part = `${key.replaceAll('/', '-')}-${index}`
    const code = variant.write(request, { url: `${server.url}/${part}`, token })
    const failure = await runSample(runner, code, join(folder, part))
    const fault = difference(request, server.take(part), token)
    result.executed++
    if (fault === undefined) result.right++
    else result.faults[request.name] = `${fault}${failure === undefined ? '' : `: ${failure}`}`.slice(0, 300)
  }
  return result
}
