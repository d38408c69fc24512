import { type Clients, createClients } from '@posthorn/client'
import { Fault } from '@posthorn/contracts'
import type { Cell } from '../config.ts'
import type { Subject } from '../look-up/subject.ts'

/** A workspace and its cell. */
export type Placement = { workspace: string; cell: Cell }

/** Look-ups in the cells. */
export type Cells = {
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
    askAll: (subject) => firstOf(cells.map(async (cell) => placementOf(cell, await ask(cell, subject)))),
    close: async () => {
      await Promise.all([...clients.values()].map((each) => each.close()))
    },
  }
}

const placementOf = (cell: Cell, workspace: string | null): Placement | null =>
  workspace === null ? null : { workspace, cell }

/** Returns the first placement found, without waiting for the others; null once all cells have found none. */
async function firstOf(answers: Promise<Placement | null>[]): Promise<Placement | null> {
  const found = answers.map(async (answer) => (await answer) ?? Promise.reject(new Error('not here')))
  return Promise.any(found).catch(async () => {
    await Promise.all(answers).catch((cause: unknown) => {
      throw new Fault('service:unavailable', { cause, retryAfter: 2 })
    })
    return null
  })
}
