import { type PreparedVerb, refuseWithoutBytes } from '@posthorn/chassis'
import { type contacts, fail, newId } from '@posthorn/contracts'
import type { ContactsRuntime } from '../config.ts'
import { Import } from '../entities/import.ts'
import { type Header, hasPhone, headerColumns, type Parts, readHeader } from './header.ts'
import { storeFile } from './pieces.sql.ts'
import { presentImport } from './present.ts'
import { fileOfContacts, type JsonContact } from './table.ts'
import { utf8Of } from './utf8.ts'

type Create = typeof contacts.imports.create
type Prepared = { parts(): Parts; header: Header | null }

const noParts = { parts: () => [], header: null }

/** Accepts an import: inspects and stores the file of the request; a url is fetched later. */
export const create: PreparedVerb<Create, ContactsRuntime, Prepared> = {
  async prepare({ ctx, input, upload }) {
    if (upload) return inspect(() => utf8Of(upload.path), input.mapping)
    if (input.url !== undefined) {
      await ctx.deps.fetcher.vet(input.url)
      return noParts
    }
    if (input.file) refuseWithoutBytes()
    if (input.contacts) return inspectContacts(input.contacts)
    const csv = Buffer.from((input.csv ?? '').replace(/^\ufeff/, ''))
    return inspect(() => [csv], input.mapping)
  },
  async run({ ctx, input, prepared: { parts, header } }) {
    const { em, workspace: workspaceId } = ctx
    const now = new Date()
    const row = em.create(Import, {
      workspaceId,
      id: newId('imp'),
      status: header ? 'running' : 'fetching',
      url: input.url ?? null,
      dryRun: input.dryRun,
      onDuplicate: input.onDuplicate,
      tags: input.tags,
      askedMapping: input.mapping ?? {},
      ...(header ? headerColumns(header) : {}),
      touchedAt: now,
      createdAt: now,
    })
    await em.flush()
    row.sizeBytes = await storeFile(em, row, parts())
    await em.flush()
    ctx.wake(header ? 'import' : 'fetch')
    return presentImport(row)
  },
}

function inspectContacts(contacts: JsonContact[]): Prepared {
  const { file, columns, mapping } = fileOfContacts(contacts)
  const header: Header = { format: 'json', delimiter: null, columns, mapping, endBytes: 0, endLines: 0 }
  return { parts: () => [file], header }
}

async function inspect(parts: () => Parts, mapping: Record<string, string> = {}): Promise<Prepared> {
  const header = await readHeader(parts(), mapping)
  if (!hasPhone(header.mapping)) refuseWithoutPhone(header)
  return { parts, header }
}

function refuseWithoutPhone({ columns }: Header): never {
  const message = `no column is mapped to phone; the columns are ${columns.join(', ').slice(0, 300)}`
  fail('import:no_phone', { errors: [{ path: 'mapping', code: 'import:no_phone', message }] })
}
