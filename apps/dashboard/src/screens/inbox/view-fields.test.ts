import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fieldsOfView, filterOfFields, type ViewFields, viewChoices } from './view-fields.ts'
import { savedViewOf, viewsOf } from './views.ts'

const { statuses, switches, windows, sorts } = viewChoices
const fields: fc.Arbitrary<ViewFields> = fc.record({
  name: fc.string({ minLength: 1 }),
  shared: fc.boolean(),
  statuses: fc.subarray([...statuses]),
  switches: fc.subarray([...switches]),
  assignee: fc.constantFrom('', 'me', 'none', 'mem_a', 'mem_b'),
  label: fc.constantFrom('', 'lbl_a'),
  number: fc.constantFrom('', 'num_a'),
  window: fc.constantFrom('', ...windows),
  sort: fc.constantFrom(...sorts),
})

describe('the form of a saved view', () => {
  it('shows again what was stored, whatever was chosen', () => {
    fc.assert(
      fc.property(fields, (chosen) => {
        const { name, shared, sort } = chosen
        const filter = filterOfFields(chosen, {})
        const view = savedViewOf({ id: 'view_a', name, shared, sort, filter } as Parameters<typeof savedViewOf>[0])
        expect(fieldsOfView(view, {}, 'mem_a')).toEqual(chosen)
      }),
    )
  })

  it('begins with the view that is shown and what narrows it, with `me` for the own id', () => {
    const [mine] = viewsOf('mem_a')
    const begun = mine && fieldsOfView(mine, { label: 'lbl_a' }, 'mem_a')
    expect(begun).toMatchObject({ assignee: 'me', label: 'lbl_a', statuses: ['open', 'pending'], name: '' })
  })

  it('keeps conditions that it has no field for, and drops those that were taken off', () => {
    const chosen = {
      name: 'x',
      shared: false,
      statuses: [],
      switches: [],
      assignee: '',
      label: '',
      number: '',
      window: '',
    }
    const before = { status: ['open' as const], unread: true, muted: false, labelExclude: ['lbl_b'] }
    const filter = filterOfFields({ ...chosen, sort: 'lastMessageAt:desc' }, before)
    expect(filter).toEqual({ muted: false, labelExclude: ['lbl_b'] })
  })

  it('keeps what its fields cannot show: further values of a list, and what must not be true', () => {
    const before = { label: ['lbl_a', 'lbl_b'], number: ['num_a', 'num_b'], unread: false }
    const view = savedViewOf({ name: 'x', shared: false, filter: before } as Parameters<typeof savedViewOf>[0])
    const shown = fieldsOfView(view, {}, 'mem_a')
    expect(filterOfFields(shown, before)).toEqual(before)
    expect(filterOfFields({ ...shown, label: 'lbl_b', number: '' }, before)).toEqual({
      label: ['lbl_b'],
      unread: false,
    })
  })
})
