import { putBounded } from '@posthorn/chassis'
import { type Clients, createClients } from '@posthorn/client'
import { Fault } from '@posthorn/contracts'
import type { Cell } from './config.ts'

/** What determines a request's cell: the public part of its key, a number, or a workspace. */
export type Subject = { by: 'key' | 'number' | 'workspace'; id: string }

type Placement = { workspace: string; cell: Cell }

/** Look-ups in the cells. */
type Cells = {
  /** Returns the cell's workspace for this subject, or null if it has none. Rejects if the cell doesn't respond. */
  ask(cell: Cell, subject: Subject): Promise<string | null>
  /**
   * Returns the first cell that has this subject, and its workspace; null if every cell responds that it doesn't have the subject. Rejects
   * if no cell has it and at least one doesn't respond.
   */
  askAll(subject: Subject): Promise<Placement | null>
  close(): Promise<void>
}

/** A request is waiting, so a slower cell counts as not responding. */
const answerWithinMs = 2_000

/** Opens a client for the gateway of each cell. `credential`: `name:secret`, as in the setting `CREDENTIAL`. */
export function openCells(cells: readonly Cell[], credential: string): Cells {
  const [name = '', secret = ''] = credential.split(':')
  const clients = new Map<Cell, Clients>()
  for (const cell of cells) {
    const urls = { gateway: cell.gatewayUrl }
    clients.set(cell, createClients({ urls, credential: { name, secret }, timeoutMs: answerWithinMs }))
  }
  const ask: Cells['ask'] = async (cell, subject) => {
    const { gateway, calling } = clients.get(cell) as Clients
    const operator = calling({ workspace: null, scopes: ['operator'] })
    return (await gateway.workspaces.find.query(subject, operator)).workspace
  }
  return {
    ask,
    askAll: (subject) =>
      firstOf(
        cells.map(async (cell) => {
          const workspace = await ask(cell, subject)
          return workspace === null ? null : { workspace, cell }
        }),
      ),
    close: async () => {
      await Promise.all([...clients.values()].map((each) => each.close()))
    },
  }
}

/** Returns the first placement found, without waiting for other cells; null once all have found none. Fails if a cell gave no answer and may have it. */
async function firstOf(answers: Promise<Placement | null>[]): Promise<Placement | null> {
  const found = answers.map(async (answer) => (await answer) ?? Promise.reject(new Error('not here')))
  return Promise.any(found).catch(async () => {
    await Promise.all(answers).catch((cause: unknown) => {
      throw new Fault('service:unavailable', { cause, retryAfter: 2 })
    })
    return null
  })
}

/** Maximum number of subjects to remember. The oldest is dropped first. */
const rememberedMax = 200_000
/** Maximum number of concurrent look-ups across all cells, so that guessed ids don't keep the gateways busy. */
const askedMax = 64
/** How long a subject counts as unknown. This is less time than a person needs to copy a newly created key. */
const unknownForMs = 5_000
/** Time after which a cell that didn't respond is asked again. */
const silentForMs = 1_000

type Remembered = Placement & { freshUntilMs: number }

/**
 * Finds the cell for each workspace. The cells hold the authoritative data: unknown workspaces are looked up in all cells, and known
 * workspaces are rechecked with their cell periodically, without delaying requests. Keys and numbers never move to another workspace.
 */
export class Placements {
  readonly #cells: Cells
  readonly #freshMs: number
  readonly #owners = new Map<string, string>()
  readonly #placements = new Map<string, Remembered>()
  readonly #unknownUntilMs = new Map<string, number>()
  readonly #asked = new Map<string, Promise<Placement | null>>()

  constructor(cells: Cells, freshMs: number) {
    this.#cells = cells
    this.#freshMs = freshMs
  }

  /** Returns a subject's cell; null if no cell has it. Rejects with a fault if this can't be determined. */
  async find(subject: Subject): Promise<Cell | null> {
    const cacheKey = cacheKeyOf(subject)
    const owner = this.#owners.get(cacheKey)
    const known = owner === undefined ? undefined : this.#placements.get(owner)
    if (known) {
      if (known.freshUntilMs <= Date.now()) this.#refresh(known)
      return known.cell
    }
    if ((this.#unknownUntilMs.get(cacheKey) ?? 0) > Date.now()) return null
    const placement = await this.#askAll(subject)
    if (placement) return placement.cell
    // The workspace was known before, so it is missing only temporarily. Don't reject its callers as unknown.
    if (owner !== undefined) throw new Fault('service:unavailable', { retryAfter: 2 })
    putBounded(this.#unknownUntilMs, cacheKey, Date.now() + unknownForMs, rememberedMax)
    return null
  }

  /** Looks a subject up in all cells. Concurrent requests for the same subject share one look-up. */
  async #askAll(subject: Subject): Promise<Placement | null> {
    const cacheKey = cacheKeyOf(subject)
    const running = this.#asked.get(cacheKey)
    if (running) return running
    if (this.#asked.size >= askedMax) throw new Fault('service:overloaded', { retryAfter: 1 })
    const asking = this.#cells.askAll(subject).finally(() => this.#asked.delete(cacheKey))
    this.#asked.set(cacheKey, asking)
    const placement = await asking
    if (placement) this.#remember(subject, placement)
    return placement
  }

  /** Remembers the workspace of a subject, and the cell of the workspace. */
  #remember(subject: Subject, placement: Placement): void {
    putBounded(this.#owners, cacheKeyOf(subject), placement.workspace, rememberedMax)
    const fresh = { ...placement, freshUntilMs: Date.now() + this.#freshMs }
    putBounded(this.#placements, placement.workspace, fresh, rememberedMax)
  }

  /** Asks a workspace's cell in the background whether it still has the workspace. Forgets a cell that doesn't; silence counts as having it. */
  #refresh(placement: Remembered): void {
    placement.freshUntilMs = Date.now() + silentForMs
    const subject: Subject = { by: 'workspace', id: placement.workspace }
    this.#cells.ask(placement.cell, subject).then(
      (workspace) => {
        placement.freshUntilMs = Date.now() + this.#freshMs
        if (workspace === null) this.#placements.delete(placement.workspace)
      },
      () => {},
    )
  }
}

/** Returns the key of a subject in the maps of `Placements`. */
const cacheKeyOf = ({ by, id }: Subject): string => `${by} ${id}`
