import type { PreparedVerb } from '@posthorn/chassis'
import { type contacts, fail, newId } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Import } from '../entities/import.ts'
import { type Header, hasPhone, readHeader } from './header.ts'
import { storeFile } from './pieces.sql.ts'
import { presentImport } from './present.ts'
import { tableOfContacts, utf8Pieces } from './table.ts'

type Prepared = { pieces: Buffer[]; header: Header | null }

/** Accepts an import: what is given in the request is looked at and stored, a url is fetched later. */
export const create: PreparedVerb<typeof contacts.imports.create, ContactsRuntime, Prepared> = {
  async prepare({ ctx, input }) {
    if (input.url !== undefined) {
      await ctx.deps.fetcher.vet(input.url)
      return { pieces: [], header: null }
    }
    const { csv, mapping } = input.contacts
      ? tableOfContacts(input.contacts)
      : { csv: input.csv ?? '', mapping: input.mapping ?? {} }
    const pieces = [...utf8Pieces(Buffer.from(csv))]
    const header = await readHeader(Buffer.concat(pieces), mapping)
    if (!hasPhone(header.mapping)) refuseWithoutPhone(header)
    return { pieces, header }
  },
  async run({ ctx, input, prepared: { pieces, header } }) {
    const { em, workspace: workspaceId } = ctx
    const now = new Date()
    const row = em.create(Import, {
      workspaceId,
      id: newId('imp'),
      state: header ? 'running' : 'fetching',
      url: input.url ?? null,
      dryRun: input.dryRun,
      onDuplicate: input.onDuplicate,
      tags: input.tags,
      askedMapping: input.mapping ?? {},
      ...(header ? { mapping: header.mapping, delimiter: header.delimiter, columns: header.columns } : {}),
      doneBytes: header?.endBytes ?? 0,
      touchedAt: now,
      createdAt: now,
    })
    await em.flush()
    row.sizeBytes = await storeFile(em, row, pieces)
    await em.flush()
    ctx.wake('import')
    return presentImport(row)
  },
}

function refuseWithoutPhone({ columns }: Header): never {
  const message = `no column is mapped to phone; the columns are ${columns.join(', ').slice(0, 300)}`
  fail('import:no_phone', { errors: [{ path: 'mapping', code: 'import:no_phone', message }] })
}
