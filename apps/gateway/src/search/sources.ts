import type { VerbContext } from '@posthorn/chassis'
import type { Clients } from '@posthorn/client'
import type { Candidate, InputOf, messaging, SearchKind } from '@posthorn/contracts'
import type { GatewayRuntime } from '../deps.ts'
import { faultBehind } from '../rest/dispatch.ts'
import { findKeys } from './keys.ts'

type Context = VerbContext<GatewayRuntime>
type Question = InputOf<typeof messaging.matches.find>
/** What was found, and the kinds whose service didn't respond. */
type Answers = { found: Candidate[]; unavailable: SearchKind[] }

/** Longest time for a service to respond, because a person is waiting. */
const patienceMs = 2_000

type Service = {
  kinds: SearchKind[]
  matchesOf: (clients: Clients) => Clients['messaging']['matches']
}

/** The services to search, with their kinds. */
const services: Service[] = [
  {
    kinds: ['chat', 'message'],
    matchesOf: ({ messaging: { matches } }) => matches,
  },
  { kinds: ['contact'], matchesOf: ({ contacts: { matches } }) => matches },
  {
    kinds: ['number', 'template'],
    matchesOf: ({ numbers: { matches } }) => matches,
  },
  { kinds: ['webhook'], matchesOf: ({ webhooks: { matches } }) => matches },
]

/** Searches the services of these kinds in parallel, on behalf of the caller. */
export async function askSources(ctx: Context, asked: Question): Promise<Answers> {
  const { deps, call } = ctx
  const { expiresAt: _, ...identity } = call
  const options = {
    ...deps.unbatchedClients.calling(identity),
    signal: AbortSignal.timeout(patienceMs),
  }
  const answers = await Promise.all([
    ...services.map(({ kinds, matchesOf }) =>
      answerFor(ctx, among(kinds, asked), (own) =>
        matchesOf(deps.unbatchedClients).find.query({ ...asked, kinds: own }, options),
      ),
    ),
    answerFor(ctx, among(['key'], asked), () => findKeys(ctx, asked)),
  ])
  return {
    found: answers.flatMap(({ found }) => found),
    unavailable: answers.flatMap(({ unavailable }) => unavailable),
  }
}

const among = (own: SearchKind[], { kinds }: Question) => own.filter((kind) => kinds.includes(kind))

type Ask = (kinds: SearchKind[]) => Promise<Candidate[]>

async function answerFor({ call, log }: Context, kinds: SearchKind[], ask: Ask): Promise<Answers> {
  if (kinds.length === 0) return { found: [], unavailable: [] }
  try {
    return { found: await ask(kinds), unavailable: [] }
  } catch (err) {
    log.warn({ requestId: call.requestId, kinds, errorCode: faultBehind(err).code }, 'search.unavailable')
    return { found: [], unavailable: kinds }
  }
}
