import { describe, expect, it } from 'vitest'
import { parseGroupUpdate } from './callback-group.ts'

const head = { timestamp: '1750269342', group_id: 'G', request_id: 'R' }
const parsed = { at: '2025-06-18T17:55:42.000Z', groupId: 'G', requestId: 'R' }
const participants = 'group_participants_update'
const anna = { phone: '+16505551234' }

describe('an update of a group', () => {
  it('say how a request for one ended', () => {
    const made = { ...head, type: 'group_create', subject: 'S', invite_link: 'L', join_approval_mode: 'auto_approve' }
    expect(parseGroupUpdate('group_lifecycle_update', made)).toEqual({
      ...parsed,
      kind: 'create',
      subject: 'S',
      inviteLink: 'L',
    })
    const failed = { ...head, type: 'group_create', request_id: 'R2', errors: [{ code: 131211, title: 'Limit' }] }
    const error = { code: 131211, errorCode: 'group:too_many' }
    expect(parseGroupUpdate('group_lifecycle_update', failed)).toMatchObject({ kind: 'create', requestId: 'R2', error })
  })

  it('say that it is deleted, or why not', () => {
    const item = { ...head, type: 'group_delete' }
    expect(parseGroupUpdate('group_lifecycle_update', item)).toEqual({ ...parsed, kind: 'delete' })
    expect(parseGroupUpdate('group_lifecycle_update', { ...item, errors: [{ code: 131000 }] })).toMatchObject({
      kind: 'delete',
      error: { code: 131000 },
    })
  })

  it.each([
    ['as documented', { type: 'group_participants_add', added_participants: [{ wa_id: '16505551234' }] }],
    ['of old', { type: 'group_add_participants', added_participants: [{ input: 16505551234, wa_id: 16505551234 }] }],
    ['of a single one', { type: 'group_participant_update', added_participants: { wa_id: '16505551234' } }],
  ])('say who has joined, in the spelling %s', (_name, item) => {
    expect(parseGroupUpdate(participants, { ...head, ...item })).toMatchObject({
      ...parsed,
      kind: 'joined',
      people: [anna],
    })
  })

  it.each([
    ['as documented', { type: 'group_participants_remove', initiated_by: 'business' }],
    ['of old', { type: 'group_remove_participants' }],
    ["of the provider's example", { type: 'group_create' }],
  ])('say who was removed and who could not be, in the spelling %s', (_name, item) => {
    const failed_participants = [{ input: '+4915112345678', errors: [{ code: 131212 }] }]
    const removed_participants = [{ input: 16505551234, wa_id: 16505551234 }]
    expect(
      parseGroupUpdate(participants, { ...head, ...item, removed_participants, failed_participants }),
    ).toMatchObject({
      kind: 'removed',
      byUs: true,
      people: [anna],
      failed: [{ phone: '+4915112345678', error: { errorCode: 'participant:not_found' } }],
    })
  })

  it('say who left by themselves, with a phone or without', () => {
    const item = {
      type: 'group_participants_remove',
      initiated_by: 'participant',
      removed_participants: [{ user_id: 'US.1' }],
    }
    expect(parseGroupUpdate(participants, item)).toMatchObject({
      kind: 'removed',
      byUs: false,
      people: [{ userId: 'US.1' }],
    })
  })

  it.each([
    ['group_join_request_created', true],
    ['group_join_request_revoked', false],
  ])('say who asks to join: %s', (type, open) => {
    const item = { ...head, type, join_request_id: 'J', wa_id: '16505551234' }
    expect(parseGroupUpdate(participants, item)).toEqual({ ...parsed, kind: 'request', id: 'J', person: anna, open })
  })

  it('report the outcome of each setting', () => {
    const item = {
      ...head,
      type: 'group_settings_update',
      group_subject: { text: 'South', update_successful: true },
      group_description: { text: 'x', update_successful: false, errors: [{ code: 100 }] },
      profile_picture: { mime_type: 'image/jpeg', sha256: 'abc', update_successful: true },
    }
    expect(parseGroupUpdate('group_settings_update', item)).toMatchObject({
      kind: 'settings',
      name: { ok: true, text: 'South' },
      description: { ok: false, error: { code: 100 } },
      image: { ok: true, sha256: 'abc' },
    })
  })

  it('take a setting without an outcome as refused if the update has an error', () => {
    const item = { ...head, group_subject: 'South', group_description: { text: 'x' }, errors: [{ code: 100 }] }
    const refused = { ok: false, error: { code: 100 } }
    expect(parseGroupUpdate('group_settings_update', item)).toMatchObject({ name: refused, description: refused })
  })

  it.each([
    ['nested without an outcome', { profile_picture: { mime_type: 'image/jpeg', sha256: 'abc' } }],
    ['flat', { mime_type: 'image/jpeg', sha256: 'abc' }],
  ])('take a picture in the older spelling: %s', (_name, item) => {
    const update = parseGroupUpdate('group_settings_update', {
      type: 'group_settings_update',
      subject: 'South',
      ...item,
    })
    expect(update).toMatchObject({ name: { ok: true, text: 'South' }, image: { ok: true, sha256: 'abc' } })
  })

  it.each([
    ['group_suspend', true],
    ['group_suspend_cleared', false],
  ])('say whether it is suspended: %s', (type, suspended) => {
    expect(parseGroupUpdate('group_status_update', { ...head, type })).toEqual({
      ...parsed,
      kind: 'suspension',
      suspended,
    })
  })

  it.each([
    ['group_lifecycle_update', { type: 'group_archived' }],
    ['group_status_update', { type: 'group_create' }],
    ['group_settings_update', { type: 'group_settings_update', group_mood: 'sunny' }],
    ['group_participants_update', { type: 'group_participants_blessed' }],
    ['group_novelty', { type: 'group_create' }],
    ['group_lifecycle_update', null],
    ['group_lifecycle_update', ['group_create']],
  ])('of something we do not know are none: %s %j', (field, raw) => {
    expect(parseGroupUpdate(field, raw)).toBeUndefined()
  })
})
