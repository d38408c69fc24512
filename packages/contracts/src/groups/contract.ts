import { z } from 'zod'
import { mutation, query } from '../contract.ts'
import { onePicture, pictureBytesMax, pictureFields, pictureInput } from '../messaging/file.ts'
import { quarantine, upkeep } from '../process.ts'
import { besideOtherFaults, idOf, listOf, nameText, pageOf, phone, text } from '../schemas.ts'
import { lookupsOf } from '../search.ts'
import { channels, subscribers } from './channel.ts'
import { exampleGroup, group, groupPeopleMax, invitationInput, invites, participants } from './group.ts'
import { posts } from './post.ts'
import { joinRequests } from './request.ts'

const { id } = exampleGroup
const byId = z.object({ id: idOf('grp') })
const name = nameText(128)
  .overwrite((value) => value.trim())
  .describe('Name of the group, shown to its participants')
/** Frame header of a 640 × 640 JPEG. No other part of an image is read. */
const exampleJpeg = '/9j/4AAEAAD/wAARCAKAAoADASIAAhEBAxEBAA=='
const exampleSha256 = 'e820d4bc658153f19e756dd4c27b8eebfa99eab842a8e3b1045dfe1ccb4e27dd'
const changing = {
  ...exampleGroup,
  status: 'active' as const,
  providerId: 'Y2FwaV9ncm91cDoxNTU1',
  inviteLink: 'https://chat.whatsapp.com/HlX0bQ7xYzA',
}
/** Returns an example of a change that the provider hasn't confirmed yet. `to`: the setting's new value. */
const pending = (setting: 'name' | 'image' | 'deletion', to: string | null) => ({
  setting,
  status: 'pending' as const,
  to,
  error: null,
  requestedAt: exampleGroup.createdAt,
})

export const groups = {
  groups: {
    create: mutation({
      summary: 'Create a group',
      description:
        'Returns at once with `status: creating`. The group is `active`, with its invite link, when the provider confirms it (`group:updated`). The provider allows groups only for numbers of an Official Business Account: for any other number, the group becomes `failed` with `number:no_groups`.',
      rest: 'POST /v1/groups',
      status: 201,
      scope: 'manage',
      limitedBy: 'number',
      input: z.object({
        number: idOf('num'),
        name,
        description: text(1, 2048).optional().describe('Description of the group, at most 2,048 characters'),
        joinApproval: z
          .boolean()
          .default(false)
          .describe('True when people who follow the link must be approved; cannot be changed later'),
        participants: z
          .array(phone)
          .min(1)
          .max(groupPeopleMax)
          .optional()
          .describe('People to invite when the group is active'),
        invitation: invitationInput.optional().describe('Text of the invitation to the participants'),
      }),
      output: group,
      errors: ['number:not_found', 'number:disconnected'],
      example: { input: { number: exampleGroup.number, name: 'Drivers north' }, output: exampleGroup },
    }),
    list: query({
      summary: 'List groups',
      description: 'Newest first.',
      rest: 'GET /v1/groups',
      scope: 'read',
      limitedBy: 'number',
      input: z.object({ number: idOf('num').optional(), status: group.shape.status.optional(), ...listOf(group) }),
      output: pageOf(group),
      example: { input: { status: 'creating' }, output: { items: [exampleGroup], next: null } },
    }),
    get: query({
      summary: 'Show a group',
      description: 'Includes its status with the provider and its invite link.',
      rest: 'GET /v1/groups/{id}',
      scope: 'read',
      limitedBy: 'number',
      input: byId,
      output: group,
      errors: ['group:not_found'],
      example: { input: { id }, output: exampleGroup },
    }),
    atProvider: query({
      summary: 'Show the provider’s ids for groups',
      description: 'Internal. Returns the groups that exist and that the provider has confirmed.',
      scope: 'read',
      limitedBy: 'number',
      input: z.object({ ids: z.array(idOf('grp')).max(2) }),
      output: z.array(z.object({ id: idOf('grp'), providerId: z.string() })),
      example: { input: { ids: [id] }, output: [{ id, providerId: 'Y2FwaV9ncm91cDoxNTU1' }] },
    }),
    update: mutation({
      summary: 'Change the name and description of a group',
      description:
        'Returns at once, with each change in `changes` as `status: pending`. The provider confirms or refuses each one (`group:updated` with `changed` or `refused`). `null` clears the description. The provider cannot change `joinApproval`. A group keeps its number; participants have separate operations.',
      rest: 'PATCH /v1/groups/{id}',
      scope: 'manage',
      limitedBy: 'number',
      input: byId.extend({
        name: name.optional(),
        description: text(1, 2048).nullable().optional().describe('New description; null clears it'),
        joinApproval: z.boolean().optional().describe('Must be the current value; to change it, create a new group'),
      }),
      output: group,
      errors: ['group:not_found', 'group:not_active', 'group:suspended', 'capability:unsupported'],
      example: {
        input: { id, name: 'Drivers south' },
        output: { ...changing, changes: [pending('name', 'Drivers south')] },
      },
    }),
    setImage: mutation({
      summary: 'Change the image of a group',
      description:
        'A square JPEG of at least 192 pixels and at most 5 MB. In JSON, send a stored file, `{ "file": "file_…" }`, or the bytes. Or send a form with a single `file` part, or the bytes as the body. `group:updated` announces the result.',
      rest: 'PUT /v1/groups/{id}/image',
      upload: {
        fields: byId.extend(pictureFields).strict(),
        bytesMax: pictureBytesMax,
        fromFile: { field: 'file', mimes: ['image/jpeg'] },
      },
      scope: 'manage',
      limitedBy: 'number',
      input: byId.extend(pictureInput).superRefine(onePicture, besideOtherFaults),
      output: group,
      errors: [
        'group:not_found',
        'group:not_active',
        'group:suspended',
        'group:image_invalid',
        'file:not_found',
        'file:too_large',
      ],
      example: {
        input: { id, content: exampleJpeg },
        output: { ...changing, changes: [pending('image', exampleSha256)] },
      },
    }),
    remove: mutation({
      summary: 'Delete a group',
      description:
        'Returns at once with `status: deleting`. Once the provider confirms (`deleted`), everyone is out of the group, which stays listed. If the provider refuses, `changes` gives the reason.',
      rest: 'DELETE /v1/groups/{id}',
      scope: 'manage',
      limitedBy: 'number',
      input: byId,
      output: group,
      errors: ['group:not_found', 'group:not_active'],
      example: { input: { id }, output: { ...changing, status: 'deleting', changes: [pending('deletion', null)] } },
    }),
  },
  participants,
  joinRequests,
  invites,
  channels,
  subscribers,
  lookups: lookupsOf(['group', 'channel'], exampleGroup.id),
  posts,
  quarantine,
  ...upkeep,
}
